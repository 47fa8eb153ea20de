import {
  exceptionRow,
  type InsertedRow,
  logRow,
  noiseRow,
  randomHexId,
  spanRow,
} from '../../test/store/open-test-store.ts'

const MINUTE_MS = 60_000

/**
 * Telemetry of a shop, its browsers, a payment service and a manual within five hours: a release that made it worse, and one that lost a
 * page.
 */
export function overviewRows(): InsertedRow[] {
  const hit = { attributes: { 'session.id': 's1' } }
  return [
    ...requests(100, '2.4.0', 40, 0),
    ...requests(20, '2.4.1', 40, 10),
    ...requests(20, '0.2.0', 30, 0, 'errata-desk'),
    exceptionRow({ at: 100 * MINUTE_MS, type: 'Known', message: 'seen before' }),
    ...Array.from({ length: 12 }, (_, i) =>
      exceptionRow({ at: (20 + (i % 3)) * MINUTE_MS, type: 'Known', message: 'seen before', ...hit }),
    ),
    exceptionRow({ at: 20 * MINUTE_MS, type: 'Fresh', message: 'never seen', ...hit }),
    ...[2_600, 2_700, 2_800].map(value => vital(20, value)),
    ...inStaging(600),
    ...inStaging(610),
    ...declined(300),
    ...declined(310),
    page(300, '1.0', true),
    ...[230, 220, 210].map(ago => page(ago, '1.1', false)),
    noiseRow(
      'health-check/1',
      spanRow({ at: 250 * MINUTE_MS, attributes: { 'errata.transaction.route': '/healthz' } }),
    ),
  ]
}

/** `count` requests of a release, of which some failed. */
function requests(minutesAgo: number, release: string, count: number, failed: number, service = 'shop'): InsertedRow[] {
  return Array.from({ length: count }, (_, i) =>
    spanRow({
      at: minutesAgo * MINUTE_MS,
      traceId: randomHexId(16),
      service,
      durationNs: BigInt(minutesAgo < 60 ? 9 : 3) * 1_000_000n,
      status: i < failed ? 'Error' : 'Ok',
      attributes: { 'http.route': '/cart' },
      resource: { 'service.version': release },
    }),
  )
}

/** Requests to staging by a browser that sets no environment. */
function inStaging(minutesAgo: number): InsertedRow[] {
  const ids = { traceId: randomHexId(16), at: minutesAgo * MINUTE_MS }
  const spanId = randomHexId(8)
  return [
    spanRow({ ...ids, spanId, service: 'shop-browser', name: 'pageload /stock' }),
    spanRow({
      ...ids,
      parentSpanId: spanId,
      service: 'stock',
      name: 'GET /stock',
      resource: { 'deployment.environment.name': 'staging' },
    }),
  ]
}

const vital = (minutesAgo: number, value: number) =>
  logRow({
    at: minutesAgo * MINUTE_MS,
    service: 'shop-browser',
    eventName: 'browser.web_vital',
    attributes: { 'browser.web_vital.name': 'lcp', 'browser.web_vital.value': String(value) },
  })

/** A payment that failed for a visitor, reported with a digest. */
function declined(minutesAgo: number): InsertedRow[] {
  const ids = { traceId: randomHexId(16), spanId: randomHexId(8), at: minutesAgo * MINUTE_MS, service: 'pay' }
  const attributes = { 'errata.error.digest': 'k7m2x9qd4r', 'session.id': 'session-of-a-visitor' }
  return [
    spanRow({ ...ids, name: 'POST /pay', status: 'Error', attributes }),
    spanRow({
      ...ids,
      spanId: randomHexId(8),
      parentSpanId: ids.spanId,
      name: 'charge',
      kind: 'Client',
      status: 'Error',
    }),
    exceptionRow({ ...ids, type: 'Declined', message: 'no money', attributes }),
  ]
}

/** A request for a page that exists, or that ends in the 404 page and is dropped. */
function page(minutesAgo: number, release: string, isThere: boolean): InsertedRow {
  const spanId = randomHexId(8)
  const row = spanRow({
    at: minutesAgo * MINUTE_MS,
    traceId: randomHexId(16),
    spanId,
    service: 'docs',
    attributes: {
      'errata.transaction.id': spanId,
      'errata.transaction.route': isThere ? '/guide' : '/404',
      'errata.transaction.status_code': isThere ? '200' : '404',
      'url.path': '/guide',
      'http.request.header.referer': '["https://example.com/list"]',
    },
    resource: { 'service.version': release },
  })
  return isThere ? row : noiseRow('not-found/1', row)
}
