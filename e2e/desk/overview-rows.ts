import { exceptionRow, logRow, newId, noiseRow, type Row, spanRow } from '../../test/open-test-store.ts'

const MINUTE_MS = 60_000

/** `count` requests of a release, of which some failed. */
export function requests(minutesAgo: number, release: string, count: number, failed: number, service = 'shop'): Row[] {
  return Array.from({ length: count }, (_, i) =>
    spanRow({
      at: minutesAgo * MINUTE_MS,
      traceId: newId(16),
      service,
      durationNs: BigInt(minutesAgo < 60 ? 9 : 3) * 1_000_000n,
      status: i < failed ? 'Error' : 'Ok',
      attributes: { 'http.route': '/cart' },
      resource: { 'service.version': release },
    }),
  )
}

/** How long the largest part of a page took to be there. */
export const vital = (minutesAgo: number, value: number) =>
  logRow({
    at: minutesAgo * MINUTE_MS,
    service: 'shop-browser',
    eventName: 'browser.web_vital',
    attributes: { 'browser.web_vital.name': 'lcp', 'browser.web_vital.value': String(value) },
  })

/** A payment that failed for a visitor, and was told with a digest. */
export function declined(minutesAgo: number): Row[] {
  const ids = { traceId: newId(16), spanId: newId(8), at: minutesAgo * MINUTE_MS, service: 'pay' }
  const attributes = { 'errata.error.digest': 'k7m2x9qd4r', 'session.id': 'session-of-a-visitor' }
  return [
    spanRow({ ...ids, name: 'POST /pay', status: 'Error', attributes }),
    spanRow({ ...ids, spanId: newId(8), parentSpanId: ids.spanId, name: 'charge', kind: 'Client', status: 'Error' }),
    exceptionRow({ ...ids, type: 'Declined', message: 'no money', attributes }),
  ]
}

/** A request for a page that answers, or that ends in the 404 page and is dropped. */
export function page(minutesAgo: number, release: string, isThere: boolean): Row {
  const spanId = newId(8)
  const row = spanRow({
    at: minutesAgo * MINUTE_MS,
    traceId: newId(16),
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
