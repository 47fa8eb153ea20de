import { exceptionRow, type InsertedRow, logRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'

const MINUTE_MS = 60_000
const ms = (count: number) => BigInt(count) * 1_000_000n

/** A shop whose checkouts of one tenant wait for a lock in the database of `inventory`; a failed payment; a cache miss. */
export function searchJobRows(): InsertedRow[] {
  const payment = { traceId: randomHexId(16), service: 'payments', status: 'Error' } as const
  const post = randomHexId(8)
  const pay = { 'http.request.method': 'POST', 'card.network': 'visa' }
  const query = { kind: 'Client', attributes: { 'db.system.name': 'postgresql', 'card.network': 'visa' } }
  return [
    ...Array.from({ length: 40 }, (_, n) => checkout(150 * MINUTE_MS + n * 1_000, n % 4 === 0)).flat(),
    spanRow({ ...payment, at: 61_000, spanId: post, name: 'POST /pay', attributes: pay }),
    spanRow({ ...payment, ...query, at: 60_900, parentSpanId: post, name: 'SELECT card', durationNs: ms(400) }),
    exceptionRow({ ...payment, at: 60_800, spanId: post, type: 'Declined', message: 'no money' }),
    logRow({ ...payment, at: 60_700, spanId: post, severityNumber: 17, body: 'card timeout after 400 ms' }),
    logRow({ at: 62_000, service: 'fraud', body: 'score 0.93' }),
    logRow({ at: 90 * MINUTE_MS, service: 'payments', body: 'old timeout' }),
    ...['free', 'gold', 'free', 'gold', 'free', 'gold'].map(tier =>
      spanRow({ at: 50_000, service: 'payments', name: 'POST /pay', attributes: { 'card.network': 'amex', tier } }),
    ),
    ...['free', 'gold', 'free', 'gold', 'free', 'gold'].map(tier =>
      spanRow({ ...payment, traceId: randomHexId(16), at: 50_000, name: 'POST /pay', attributes: { ...pay, tier } }),
    ),
    spanRow({ at: 40_000, service: 'cart', name: 'GET /cart/miss', attributes: { 'cache.hit': 'false' } }),
    ...Array.from({ length: 5 }, () => logRow({ at: 30_000, service: 'health', body: 'health check passed' })),
  ]
}

function checkout(atMs: number, isSlow: boolean): InsertedRow[] {
  const [traceId, shop, call, reserve] = [randomHexId(16), randomHexId(8), randomHexId(8), randomHexId(8)]
  const waitMs = isSlow ? 1_900 : 40
  const tenant = isSlow ? 'acme' : 'other'
  const attributes = { 'http.route': '/checkout', tenant }
  const select = {
    'db.system.name': 'postgresql',
    'db.namespace': 'stock',
    'db.query.text': 'SELECT price FROM stock WHERE sku = 7 FOR UPDATE',
  }
  return [
    spanRow({ at: atMs, traceId, spanId: shop, name: 'POST /checkout', durationNs: ms(waitMs + 60), attributes }),
    spanRow({
      at: atMs - 5,
      traceId,
      spanId: call,
      parentSpanId: shop,
      kind: 'Client',
      name: 'POST',
      durationNs: ms(waitMs + 20),
    }),
    spanRow({
      at: atMs - 10,
      traceId,
      spanId: reserve,
      parentSpanId: call,
      service: 'inventory',
      name: 'POST /reserve',
      durationNs: ms(waitMs + 10),
    }),
    spanRow({
      at: atMs - 12,
      traceId,
      parentSpanId: reserve,
      service: 'inventory',
      kind: 'Client',
      name: 'SELECT stock',
      durationNs: ms(waitMs),
      attributes: select,
    }),
  ]
}
