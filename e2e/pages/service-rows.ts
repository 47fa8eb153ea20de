import { exceptionRow, type InsertedRow, logRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'

const MINUTE_MS = 60_000

/**
 * Telemetry of a shop, its browsers, a stock service and a mailer within two hours: a release that made the shop slow, a database, a queue,
 * a host.
 */
export function serviceRows(): InsertedRow[] {
  return [
    ...Array.from({ length: 30 }, (_, i) => order(90 * MINUTE_MS + i * 1_000, '1.0.0', 100)),
    ...Array.from({ length: 30 }, (_, i) => order(20 * MINUTE_MS + i * 1_000, '1.1.0', 900)),
  ].flat()
}

/** One order, from the browser to the mail. */
function order(atMs: number, release: string, shopMs: number): InsertedRow[] {
  const traceId = randomHexId(16)
  const [browser, shop, client, stock, send] = [
    randomHexId(8),
    randomHexId(8),
    randomHexId(8),
    randomHexId(8),
    randomHexId(8),
  ]
  const ms = (count: number) => BigInt(count) * 1_000_000n
  const of = { traceId, resource: { 'service.version': release } }
  const isSlow = shopMs > 500
  const failed = isSlow && atMs % 10_000 === 0
  return [
    spanRow({ ...of, at: atMs, spanId: browser, service: 'shop-browser', kind: 'Client', name: 'POST' }),
    spanRow({
      ...of,
      at: atMs - 5,
      spanId: shop,
      parentSpanId: browser,
      service: 'shop',
      name: 'POST /orders',
      durationNs: ms(shopMs),
      status: failed ? 'Error' : 'Ok',
      attributes: { 'http.route': '/orders', 'http.response.status_code': failed ? '500' : '200' },
    }),
    spanRow({
      ...of,
      at: atMs - 10,
      spanId: client,
      parentSpanId: shop,
      kind: 'Client',
      name: 'GET',
      durationNs: ms(40),
    }),
    spanRow({
      traceId,
      at: atMs - 12,
      spanId: stock,
      parentSpanId: client,
      service: 'stock',
      name: 'GET /stock/{sku}',
      durationNs: ms(30),
      attributes: { 'http.route': '/stock/{sku}' },
    }),
    spanRow({
      traceId,
      at: atMs - 14,
      parentSpanId: stock,
      service: 'stock',
      kind: 'Client',
      name: 'SELECT stock',
      durationNs: ms(20),
      attributes: {
        'db.system.name': 'postgresql',
        'db.namespace': 'stock',
        'db.query.text': 'SELECT on_hand FROM stock WHERE sku = 7',
      },
    }),
    spanRow({
      ...of,
      at: atMs - 60,
      parentSpanId: shop,
      kind: 'Client',
      name: 'POST',
      durationNs: ms(shopMs / 2),
      attributes: { 'server.address': 'pay.example' },
    }),
    spanRow({
      ...of,
      at: atMs - 80,
      spanId: send,
      parentSpanId: shop,
      kind: 'Producer',
      name: 'send orders',
      attributes: QUEUE,
    }),
    spanRow({
      traceId,
      at: atMs - 90,
      parentSpanId: send,
      service: 'mail',
      kind: 'Consumer',
      name: 'process orders',
      attributes: QUEUE,
    }),
    ...(failed ? [exceptionRow({ ...of, at: atMs - 5, spanId: shop, type: 'Declined', message: 'no money' })] : []),
    ...(isSlow ? [vital(atMs)] : []),
  ]
}

const QUEUE = { 'messaging.system': 'kafka', 'messaging.destination.name': 'orders' }

const vital = (atMs: number) =>
  logRow({
    at: atMs,
    service: 'shop-browser',
    eventName: 'browser.web_vital',
    attributes: {
      'browser.web_vital.name': 'lcp',
      'browser.web_vital.value': '2800',
      'errata.transaction.route': '/checkout',
      'errata.web_vital.target': 'img.hero',
      'errata.web_vital.url': '/hero.avif',
      'errata.web_vital.resource_load_delay': '1900',
    },
  })
