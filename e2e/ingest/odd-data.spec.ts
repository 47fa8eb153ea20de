import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributes, deliverOtlp, encodeProtobuf, nowNs, type Signal } from '../../test/otlp/send-otlp.ts'
import { type IngestPipeline, openIngest, scrapeMetrics, sumMetric } from './open-ingest.ts'
import { sendRaw } from './raw-otlp.ts'
import {
  expectQueueNotBlocked,
  otlpTestGauge,
  otlpTestSpan,
  randomHexId,
  sendItems,
  waitForServiceRows,
} from './send-items.ts'

let ingest: IngestPipeline

beforeAll(async () => {
  // Refused data is given up soon, so that a failing test fails for the right reason.
  ingest = await openIngest({
    configs: [
      'yaml:exporters::clickhouse::retry_on_failure: { initial_interval: 100ms, max_interval: 500ms, max_elapsed_time: 3s }',
    ],
  })
})

afterAll(() => ingest[Symbol.asyncDispose]())

const point = { timeUnixNano: nowNs(), asDouble: 1 }
const nan = { doubleValue: Number.NaN }
const most = 18_446_744_073_709_551_615n

/** Unusual values of each kind of metric, which do not fit its column, and empty ones. */
const metrics: Record<string, object> = {
  'a metric without data': {},
  'a gauge without points': { gauge: {} },
  'a point without value and time': { gauge: { dataPoints: [{}] } },
  'a point that is no number': { gauge: { dataPoints: [{ ...point, asDouble: Number.NaN }] } },
  'a point beyond all numbers': { sum: { dataPoints: [{ ...point, asDouble: Number.NEGATIVE_INFINITY }] } },
  'a temporality that does not exist': { sum: { aggregationTemporality: 99, dataPoints: [point] } },
  'flags of all bits': { gauge: { dataPoints: [{ ...point, flags: 4_294_967_295 }] } },
  'a histogram whose bounds and counts do not match': {
    histogram: { dataPoints: [{ ...point, count: most, bucketCounts: [most], explicitBounds: [3, 2, Number.NaN] }] },
  },
  'a histogram without count, sum and buckets': { histogram: { dataPoints: [{ timeUnixNano: nowNs() }] } },
  'an exponential histogram of extremes': {
    exponentialHistogram: {
      dataPoints: [
        {
          timeUnixNano: nowNs(),
          count: most,
          scale: -2_147_483_648,
          zeroCount: most,
          positive: { offset: -2_147_483_648, bucketCounts: [most, 0] },
          negative: { offset: 2_147_483_647, bucketCounts: [] },
          min: Number.NaN,
        },
      ],
    },
  },
  'a summary of quantiles that are none': {
    summary: { dataPoints: [{ timeUnixNano: nowNs(), count: most, quantileValues: [{}, { quantile: Number.NaN }] }] },
  },
  'exemplars without value, time and ids': {
    histogram: { dataPoints: [{ timeUnixNano: nowNs(), exemplars: [{}, { asInt: '-1', traceId: randomHexId(16) }] }] },
  },
  '200 exemplars': {
    gauge: { dataPoints: [{ ...point, exemplars: Array.from({ length: 200 }, () => ({ asDouble: 1 })) }] },
  },
}

test.each(Object.entries(metrics))('%s leaves its neighbours of the same request alone', async (_, odd) => {
  const good = ['before', 'after'].map(name => ({ name, ...otlpTestGauge([nowNs()]) }))
  const items = { scopeMetrics: [{ metrics: [good[0], { name: 'odd', ...odd }, good[1]] }] }
  const service = await sendItems(ingest, 'metrics', items)
  const rows = await waitForServiceRows(ingest, 2, service, 'SELECT MetricName AS name', 'otel_metrics_gauge')
  expect(rows.map(row => row['name'])).toEqual(expect.arrayContaining(['before', 'after']))
})

describe('odd attributes', () => {
  const odd: Record<string, object[]> = {
    'without a value': [{ key: 'empty' }, { key: 'none', value: {} }],
    'without a key': [{ value: { stringValue: 'x' } }],
    'of one key twice': [...attributes({ twice: 'a' }), ...attributes({ twice: 'b' })],
    'that have no JSON': [
      { key: 'list', value: { arrayValue: { values: [nan, {}] } } },
      { key: 'nan', value: nan },
    ],
    'with NULs, and beyond the first plane': attributes({ 'a\u0000b': '\u0000', '🙈': '🙈'.repeat(40_000) }),
    'empty lists, maps and bytes': [
      { key: 'list', value: { arrayValue: {} } },
      { key: 'map', value: { kvlistValue: {} } },
      { key: 'bytes', value: { bytesValue: '' } },
    ],
    // Where the schema converts text to numbers, times and ids.
    'of names that the store knows, with what it does not': attributes({
      'errata.transaction.id': 'no id',
      'errata.transaction.route': 7,
      'errata.transaction.status_code': 'none',
      'errata.error.digest': true,
      'errata.issue.fingerprint': ['x'],
      'http.response.status_code': '99999999999999999999',
      'http.route': { a: 'b' },
      'log.record.uid': -1,
      'session.id': new Uint8Array([255]),
      'exception.type': 5,
      'exception.message': ['x'],
      'exception.stacktrace': '\u0000\n'.repeat(5_000),
      'browser.web_vital.value': 'much',
      'browser.web_vital.name': 'LCP',
    }),
  }

  test.each(Object.entries(odd))('%s are stored on everything, with what stands beside them', async (_, all) => {
    const scope = { name: 'x', attributes: all }
    const event = { timeUnixNano: nowNs(), name: 'exception', attributes: all }
    const link = { traceId: randomHexId(16), spanId: randomHexId(8), attributes: all }
    const spans = [{ ...otlpTestSpan({ events: [event] }), attributes: all, links: [link] }, otlpTestSpan()]
    const records = [
      { attributes: all, eventName: 'exception', body: (all[0] as { value?: object }).value },
      { attributes: all },
      { severityNumber: -1 },
    ]
    // Seconds apart: records of one millisecond that differ in nothing else are one.
    const logRecords = records.map((record, i) => ({ timeUnixNano: nowNs(1_000 * i), ...record }))
    const dataPoints = [{ ...point, attributes: all, exemplars: [{ filteredAttributes: all }] }]
    const [traces, logs, points] = await Promise.all([
      sendItems(ingest, 'traces', { scopeSpans: [{ scope, spans }] }, { more: all }),
      sendItems(ingest, 'logs', { scopeLogs: [{ scope, logRecords }] }, { more: all }),
      sendItems(ingest, 'metrics', { scopeMetrics: [{ scope, metrics: [{ name: 'm', gauge: { dataPoints } }] }] }),
    ])
    await waitForServiceRows(ingest, 2, traces, 'SELECT 1', 'otel_traces')
    await waitForServiceRows(ingest, 3, logs, 'SELECT 1', 'otel_logs')
    await waitForServiceRows(ingest, 1, points, 'SELECT 1', 'otel_metrics_gauge')
  })
})

test('texts that are no UTF-8 are stored, in every place that protobuf lets them', async () => {
  const bad = 'BADBADBAD'
  const all = attributes({ [bad]: bad, 'exception.message': bad, list: [bad] })
  const scope = { name: bad, version: bad, attributes: all }
  const resourceOf = (service: string) => ({ attributes: [...all, ...attributes({ 'service.name': service })] })
  const services = ['traces', 'logs', 'metrics'].map(signal => `no-utf8-${signal}-${randomHexId(4)}`)
  const [traces = '', logs = '', metric = ''] = services
  const spans = [
    {
      ...otlpTestSpan({ events: [{ timeUnixNano: nowNs(), name: bad, attributes: all }] }),
      name: bad,
      traceState: bad,
    },
  ]
  const logRecords = [
    { timeUnixNano: nowNs(), body: { stringValue: bad }, eventName: bad, severityText: bad, attributes: all },
  ]
  const points = {
    metrics: [{ name: bad, description: bad, unit: bad, gauge: { dataPoints: [{ ...point, attributes: all }] } }],
  }
  const requests: [Signal, object][] = [
    ['traces', { resourceSpans: [{ resource: resourceOf(traces), scopeSpans: [{ scope, spans }] }] }],
    ['logs', { resourceLogs: [{ resource: resourceOf(logs), scopeLogs: [{ scope, logRecords }] }] }],
    ['metrics', { resourceMetrics: [{ resource: resourceOf(metric), scopeMetrics: [{ scope, ...points }] }] }],
  ]
  for (const [signal, body] of requests) {
    const bytes = Buffer.from(encodeProtobuf(signal, body))
    for (let at = bytes.indexOf(bad); at !== -1; at = bytes.indexOf(bad)) bytes.fill(0xff, at, at + bad.length)
    expect(await sendRaw(ingest.otelcol.httpUrl, signal, bytes)).toBe(200)
  }
  await waitForServiceRows(ingest, 1, traces, 'SELECT 1', 'otel_traces')
  await waitForServiceRows(ingest, 1, logs, 'SELECT 1', 'otel_logs')
  await waitForServiceRows(ingest, 1, metric, 'SELECT 1', 'otel_metrics_gauge')
})

test('spans without trace id or span id are dropped and counted, and their neighbours are stored', async () => {
  const dropped = async () =>
    sumMetric(
      await scrapeMetrics(ingest.otelcol.metricsUrl),
      'otelcol_processor_filter_spans_filtered',
      'filter="filter/no-id"',
    )
  const before = await dropped()
  const none = { traceId: '', spanId: '' }
  const spans = [
    otlpTestSpan(),
    { ...otlpTestSpan(), ...none },
    { ...otlpTestSpan(), ...none },
    { ...otlpTestSpan(), traceId: '0'.repeat(32) },
    { ...otlpTestSpan(), spanId: '0'.repeat(16) },
    otlpTestSpan(),
  ]
  const service = await sendItems(ingest, 'traces', { scopeSpans: [{ spans }] })
  expect(await waitForServiceRows(ingest, 2, service, 'SELECT SpanId', 'otel_traces')).toHaveLength(2)
  expect((await dropped()) - before).toBe(4)
})

test('what says nothing is dropped and counted, however much of it a request has, and its neighbours are stored', async () => {
  const dropped = async (items: string) =>
    sumMetric(
      await scrapeMetrics(ingest.otelcol.metricsUrl),
      `otelcol_processor_filter_${items}_filtered`,
      'filter="filter/empty"',
    )
  const before = { logs: await dropped('logs'), points: await dropped('datapoints') }
  const empty = Array.from({ length: 200_000 }, () => ({}))
  const events = [...empty, { name: 'kept' }, ...empty.slice(0, 10)]
  const logRecords = [...empty, { timeUnixNano: nowNs() }, { body: { stringValue: 'kept' } }, ...empty.slice(0, 10)]
  const [logs, traces, metrics] = await Promise.all([
    sendItems(ingest, 'logs', { scopeLogs: [{ logRecords }] }),
    sendItems(ingest, 'traces', { scopeSpans: [{ spans: [{ ...otlpTestSpan(), events }] }] }),
    sendItems(ingest, 'metrics', {
      scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints: [...empty, point] } }] }],
    }),
  ])
  await waitForServiceRows(ingest, 2, logs, 'SELECT 1', 'otel_logs')
  await waitForServiceRows(ingest, 1, metrics, 'SELECT 1', 'otel_metrics_gauge')
  const [span] = await waitForServiceRows(ingest, 1, traces, 'SELECT `Events.Name` AS names', 'otel_traces')
  expect(span).toEqual({ names: ['kept'] })
  expect((await dropped('logs')) - before.logs).toBe(200_010)
  expect((await dropped('datapoints')) - before.points).toBe(200_000)
})

test('whatever stands in the fields that the store reads, no row is refused', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('', '0', '-1', '1e999', 'NaN', '\u0000'),
  )
  const value = fc.oneof(
    text.map(stringValue => ({ stringValue })),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(intValue => ({ intValue })),
    fc.double().map(doubleValue => ({ doubleValue })),
    fc.boolean().map(boolValue => ({ boolValue })),
    fc
      .array(text, { maxLength: 3 })
      .map(all => ({ arrayValue: { values: all.map(stringValue => ({ stringValue })) } })),
    fc.constant({}),
  )
  const key = fc.constantFrom(
    ...['errata.transaction.id', 'errata.transaction.route', 'errata.transaction.status_code', 'errata.error.digest'],
    ...[
      'errata.issue.fingerprint',
      'errata.clock.original',
      'http.route',
      'http.request.method',
      'session.id',
      'url.path',
    ],
    ...['http.response.status_code', 'exception.type', 'exception.message', 'exception.stacktrace', 'log.record.uid'],
    ...['browser.web_vital.name', 'browser.web_vital.value', 'event.name', 'error.type', 'errata.exception.causes'],
  )
  const some = fc.array(fc.record({ key, value }), { maxLength: 12 })
  const at = fc.oneof(
    fc.bigInt({ min: 0n, max: most }),
    fc.constantFrom(0n, nowNs(), nowNs(-7_200_000), nowNs(691_200_000)),
  )
  const number = fc.integer({ min: -2_147_483_648, max: 2_147_483_647 })
  const sent = fc.record({
    more: some,
    spans: fc.array(
      fc.record({
        kind: number,
        name: text,
        traceState: text,
        startTimeUnixNano: at,
        endTimeUnixNano: at,
        attributes: some,
        event: some,
      }),
      { maxLength: 4 },
    ),
    records: fc.array(
      fc.record({
        timeUnixNano: at,
        observedTimeUnixNano: at,
        severityNumber: number,
        eventName: text,
        attributes: some,
        body: value,
      }),
      { maxLength: 4 },
    ),
  })
  await fc.assert(
    fc.asyncProperty(sent, async ({ more, spans, records }) => {
      const odd = spans.map(({ event, ...it }) => ({
        ...it,
        traceId: randomHexId(16),
        spanId: randomHexId(8),
        events: [{ timeUnixNano: it.startTimeUnixNano, name: 'exception', attributes: event }],
      }))
      const [traces, logs] = await Promise.all([
        sendItems(ingest, 'traces', { scopeSpans: [{ spans: [...odd, otlpTestSpan()] }] }, { more }),
        sendItems(ingest, 'logs', { scopeLogs: [{ logRecords: [...records, { timeUnixNano: nowNs() }] }] }, { more }),
      ])
      await waitForServiceRows(ingest, odd.length + 1, traces, 'SELECT 1', 'otel_traces')
      await waitForServiceRows(ingest, 1, logs, 'SELECT 1', 'otel_logs')
    }),
    { numRuns: 25 },
  )
})

test('white space around names is no part of them: service, release and environment', async () => {
  const service = randomHexId(8)
  const names = (version: string) =>
    attributes({
      'service.name': ` ${service}\n`,
      'service.version': version,
      'deployment.environment.name': `${version}\t`,
    })
  const body = {
    resourceLogs: ['1.0.0', ' 1.0.0', '1.0.0\r\n', '\u00a01.0.0\t '].map(version => ({
      resource: { attributes: names(version) },
      scopeLogs: [{ logRecords: [{ timeUnixNano: nowNs(), body: { stringValue: JSON.stringify(version) } }] }],
    })),
  }
  await deliverOtlp({ url: ingest.otelcol.httpUrl, signal: 'logs', body, encoding: 'protobuf' })

  const columns = `ResourceAttributes['service.version'] AS release, ResourceAttributes['deployment.environment.name'] AS environment`
  expect(await waitForServiceRows(ingest, 4, service, `SELECT ${columns}`, 'otel_logs')).toEqual(
    Array(4).fill({ release: '1.0.0', environment: '1.0.0' }),
  )
})

test('what follows is stored as before, and nothing is being tried again', () => expectQueueNotBlocked(ingest))
