import { TABLES } from '../../store/schema/tables/table-names.ts'
import {
  exceptionRow,
  gaugeRow,
  histogramRow,
  type InsertedRow,
  logRow,
  noiseRow,
  randomHexId,
  spanRow,
  sumRow,
} from './open-test-store.ts'

const HOUR = 3_600_000
/** In the middle of an hour, so that nothing is at a boundary. */
const now = Math.floor(Date.now() / HOUR) * HOUR - HOUR / 2
const agoMs = (ms: number) => BigInt(now - ms) * 1_000_000n
const ago = (minutes: number) => agoMs(minutes * 60_000)

/** Subjects of all queries; times are Unix nanoseconds, whole hours. */
export const DELIVERED_SUBJECTS = {
  fromNs: ago(23 * 60 + 30),
  toNs: ago(-30),
  traceId: randomHexId(16),
  digest: 'k7m2p9qx',
  sessionId: 's1',
  userId: 'ada',
  batch: 'click-1',
  /** Of the request that fails. */
  requestId: randomHexId(8),
}

const { traceId, digest, requestId: failing } = DELIVERED_SUBJECTS
const [root, page, direct] = [randomHexId(8), randomHexId(8), randomHexId(16)]
const exceptionAttributes = { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' }
const resource = (release: string) => ({ 'service.version': release, 'deployment.environment.name': 'production' })
const ofPage = {
  'session.id': 's1',
  'user.id': 'ada',
  'errata.transaction.route': '/cart',
  'errata.transaction.id': page,
}
const transaction = (id: string, route: string) => ({ 'errata.transaction.id': id, 'errata.transaction.route': route })
const ofBrowser = ({ table, values }: InsertedRow): InsertedRow => ({
  table,
  values: { ...values, ScopeName: '@errata/otel/browser', ScopeVersion: '1' },
})
const vital = (name: string, at: bigint, release: string, value = '12') =>
  logRow({
    at,
    service: 'shop-browser',
    resource: resource(release),
    eventName: 'browser.web_vital',
    attributes: { ...ofPage, 'browser.web_vital.name': name, 'browser.web_vital.value': value },
  })
const counter = (name: string, value: number, at: number, attributes: Readonly<Record<string, string>> = {}) =>
  sumRow({ at: agoMs(at), name, value, attributes, resource: { 'service.instance.id': 'c1' } })

const message = { traceId: randomHexId(16), spanId: randomHexId(8) }
const queue = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' }

/**
 * Rows of all kinds: a trace of server and browser, exceptions of both sources, two releases, vitals, noise, counters, statements, maps.
 */
export const DELIVERED_ROWS: readonly InsertedRow[] = [
  spanRow({
    at: ago(30 * 60),
    name: 'GET /cart',
    durationNs: 500_000n,
    attributes: { 'http.route': '/cart', 'http.response.status_code': '200' },
  }),
  spanRow({
    at: ago(20 * 60),
    name: 'GET /cart',
    resource: resource('1'),
    attributes: { 'http.route': '/cart', 'http.response.status_code': '200' },
  }),
  spanRow({
    at: ago(10),
    traceId,
    spanId: root,
    name: 'GET /cart',
    resource: resource('2'),
    attributes: { ...transaction(root, '/cart'), 'errata.clock.original': '1' },
  }),
  spanRow({
    at: ago(9),
    traceId,
    spanId: failing,
    parentSpanId: root,
    kind: 'Client',
    status: 'Error',
    resource: resource('2'),
    attributes: { ...transaction(root, '/cart'), 'url.full': 'https://pay.example/' },
    events: [
      { name: 'exception', attributes: exceptionAttributes },
      { name: 'exception', attributes: { 'exception.type': 'Other', 'errata.error.digest': digest } },
    ],
  }),
  ofBrowser(
    spanRow({
      at: ago(9),
      traceId,
      spanId: page,
      parentSpanId: root,
      service: 'shop-browser',
      kind: 'Internal',
      resource: { ...resource('2'), 'user_agent.original': 'Mozilla/5.0' },
      attributes: ofPage,
    }),
  ),
  spanRow({ at: ago(8), traceId, parentSpanId: page, service: 'shop-browser', kind: 'Client', attributes: ofPage }),
  spanRow({
    ...{ at: ago(7), traceId: direct, service: 'cart', status: 'Error', durationNs: 9_000_000n },
    links: [{ traceId, spanId: root }],
  }),
  spanRow({ at: ago(7), name: 'canary', service: 'shop' }),
  spanRow({ at: ago(7), ...message, kind: 'Producer', attributes: { ...queue, 'errata.masked': 'card' } }),
  spanRow({ at: ago(6), service: 'mail', kind: 'Consumer', attributes: queue, links: [message] }),
  ...[1, 2].map(() =>
    exceptionRow({
      at: ago(9),
      traceId,
      spanId: failing,
      resource: resource('2'),
      attributes: {
        'errata.error.digest': digest,
        'enduser.id': 'bob',
        'http.route': '/cart',
        'http.response.status_code': '200',
      },
    }),
  ),
  exceptionRow({ at: ago(21 * 60), message: 'gone with 1', type: 'Gone', resource: resource('1') }),
  ...Array.from({ length: 12 }, (_, i) =>
    exceptionRow({
      at: ago(5) + BigInt(i),
      message: 'much of it',
      type: 'Much',
      resource: resource(i < 2 ? '1' : '2'),
      attributes: ofPage,
    }),
  ),
  logRow({
    at: ago(9),
    eventName: 'errata.process.restarted',
    attributes: { 'errata.restart.process': 'engine', 'errata.restart.reason': 'ended (SIGKILL)' },
  }),
  logRow({
    at: ago(9),
    eventName: 'errata.queue.damaged',
    attributes: {
      'errata.queue.file': 'exporter_clickhouse__traces',
      'errata.queue.bytes': '100',
      'errata.queue.fault': 'it is cut off',
      'errata.queue.moved_to': '/queue/damaged/1',
    },
  }),
  logRow({ at: ago(9), traceId, body: 'no id of its own', attributes: { 'log.record.uid': '' } }),
  vital('lcp', ago(20 * 60), '1'),
  vital('lcp', ago(6), '2'),
  vital('cls', ago(6), '2'),
  vital('inp', ago(6), '2', '400'),
  ofBrowser(
    logRow({
      at: ago(4),
      service: 'shop-browser',
      eventName: 'errata.telemetry.dropped',
      attributes: {
        'session.id': 's1',
        'errata.telemetry.signal': 'traces',
        'errata.telemetry.count': '2',
        'errata.telemetry.reason': 'full',
      },
    }),
  ),
  noiseRow(
    'health-check/1',
    spanRow({ at: ago(9), name: 'GET /livez', attributes: { 'url.path': '/livez', 'errata.error.digest': digest } }),
  ),
  noiseRow(
    'not-found/1',
    spanRow({
      at: ago(9),
      spanId: page,
      traceId,
      attributes: { ...transaction(page, '/404'), 'url.path': '/wp-login' },
    }),
  ),
  noiseRow(
    'resize-observer-loop/1',
    exceptionRow({ at: ago(9), type: 'Much', message: 'much of it', resource: resource('2') }),
  ),
  noiseRow(
    'resize-observer-loop/1',
    spanRow({
      at: ago(9),
      events: [
        { name: 'exception', attributes: { ...exceptionAttributes, 'errata.noise.rule': 'resize-observer-loop/1' } },
      ],
    }),
  ),
  counter('otelcol_processor_filter_logs.filtered', 4, 50 * 60_000, { filter: 'filter/x' }),
  counter('otelcol_processor_filter_logs.filtered', 9, 1000, { filter: 'filter/x' }),
  histogramRow({
    at: agoMs(1000),
    name: 'http.server.request.duration',
    count: 3,
    attributes: { 'http.response.status_code': '400' },
    resource: { 'service.instance.id': 'c1' },
  }),
  counter('otelcol_exporter_sent_spans', 7, 1000, { exporter: 'clickhouse' }),
  counter('otelcol_exporter_in_flight_requests', 1, 2000, { exporter: 'clickhouse', data_type: 'traces' }),
  counter('otelcol_receiver_refused_spans', 1, 40 * 60_000),
  counter('otelcol_receiver_refused_spans', 3, 1000),
  // The second is a report of the last hour for as long as a test runs, whatever part of an hour has passed.
  ...[ago(0), 60_000].map(at =>
    gaugeRow({
      at,
      name: 'otelcol_exporter_queue_size',
      value: 3,
      attributes: { exporter: 'clickhouse', data_type: 'traces' },
    }),
  ),
  statement('note', 'look at this', 3),
  statement('owner', 'ada', 4),
  statement('resolved', 'now', 7),
  statement('rule', '{}', 5),
  statement('search', '{}', 6),
  accountEvent('role', 7),
  accountEvent('session-started', 8),
  accountEvent('token-used', 9),
  {
    table: TABLES.alertStatements,
    values: { Subject: 'rule', At: agoOf(9), Id: 'made', Who: 'ada', What: 'rule', Value: '{}' },
  },
  {
    table: TABLES.alertEvents,
    values: {
      ...{ Id: 'fired', At: agoOf(8), Rule: 'rule', Revision: 'made', Subject: '', Episode: 'episode' },
      ...{ What: 'firing', Content: '{}', Desk: 'one' },
    },
  },
  ...['one', 'other'].map(desk => ({
    table: TABLES.alertEvaluations,
    values: {
      ...{ Rule: 'rule', Slot: Math.floor(now / 60_000) * 60 - 480, Subject: '', Desk: desk, Revision: 'made' },
      ...{
        Outcome: 'breach',
        Value: 5,
        Threshold: 4,
        Cause: '',
        Label: '',
        About: '',
        Why: '5 of 4 needed',
        At: agoOf(8),
      },
    },
  })),
  ...['claimed', 'sent'].map((state, i) => ({
    table: TABLES.alertDeliveries,
    values: {
      ...{ Event: 'fired', Channel: 'slack', Attempt: 1, Desk: 'one', State: state, Message: 'message' },
      ...{ Status: 200 * i, DurationMs: 12 * i, RetryMs: 0, Reason: '', At: agoOf(7 - i) },
    },
  })),
  {
    table: TABLES.deploys,
    values: {
      ...{ ServiceName: 'shop', Release: '2', Environment: '', At: agoOf(9), Id: '0123456789abcdef' },
      ...{ Revision: '4fc5f13', Url: '', Who: 'ada' },
    },
  },
  {
    table: TABLES.sourceMaps,
    values: {
      Script: 'a.js',
      Release: '2',
      Service: 'shop',
      DebugId: 'd',
      Map: '{}',
      Uploaded: Math.floor(now / 1000),
    },
  },
]

function agoOf(minutes: number): string {
  return new Date(now - minutes * 60_000).toISOString()
}

function accountEvent(what: string, minutes: number): InsertedRow {
  return {
    table: TABLES.accountEvents,
    values: { Subject: 'ada', At: agoOf(minutes), Id: `id-${what}`, What: what, Sealed: `content of ${what}` },
  }
}

function statement(what: string, value: string, minutes: number): InsertedRow {
  return {
    table: TABLES.issueEvents,
    values: {
      Issue: 'stated',
      At: agoOf(minutes),
      Id: `id-${what}`,
      Batch: DELIVERED_SUBJECTS.batch,
      Who: 'ada',
      What: what,
      Value: value,
    },
  }
}
