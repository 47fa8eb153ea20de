import { type InsertedRow, logRow, randomHexId, spanRow } from '../../test/store/open-test-store.ts'

/** A trace that waited for a connection, and failed in a service whose clock is an hour ahead. */
export const traceId = randomHexId(16)
/** A trace of the same operation that went well. */
export const otherId = randomHexId(16)
/** The spans that are named. */
export const [root = '', cart = '', wait = '', pay = '', query = '', answer = ''] = Array.from({ length: 6 }, () =>
  randomHexId(8),
)
const MS = 1_000_000n
const startNs = BigInt(Date.now() - 60_000) * MS
const at = (ms: number) => startNs + BigInt(ms) * MS
const span = (
  name: string,
  parentSpanId: string | undefined,
  fromMs: number,
  toMs: number,
  more: Parameters<typeof spanRow>[0],
) =>
  spanRow({
    ...{ traceId, name, parentSpanId: parentSpanId ?? '', at: at(fromMs), durationNs: BigInt(toMs - fromMs) * MS },
    ...{ kind: 'Internal', ...more },
  })

/** The spans of the other trace: it does the same, but sooner, and without failing. */
function goodTrace() {
  const ofOther = { traceId: otherId, service: 'web' }
  const [top, middle, calls] = [randomHexId(8), randomHexId(8), randomHexId(8)]
  return [
    span('GET /cart', '', 0, 320, { ...ofOther, spanId: top, kind: 'Server' }),
    span('render cart', top, 10, 220, { ...ofOther, spanId: middle }),
    span('acquire connection', middle, 20, 40, ofOther),
    span('SELECT cart', middle, 40, 50, { ...ofOther, kind: 'Client' }),
    span('POST /charges', middle, 60, 120, { ...ofOther, spanId: calls, kind: 'Client' }),
    span('POST /charges', calls, 70, 110, { ...ofOther, service: 'pay', kind: 'Server' }),
    ...Array.from({ length: 7 }, (_, i) =>
      span('GET /prices', middle, 130 + i * 10, 138 + i * 10, { ...ofOther, kind: 'Client' }),
    ),
    ...Array.from({ length: 119 }, (_, i) =>
      span(`step ${i + 1}`, top, 221, 222 + ((i + 1) % 50), { ...ofOther, service: 'steps' }),
    ),
  ]
}

/** A trace whose operation is usually a fiftieth as long. */
export const slowId = randomHexId(16)

/** An order; the last of 21 takes 50 times as long as those before. */
function orders(number: number) {
  const isSlow = number === 20
  const own = { traceId: isSlow ? slowId : randomHexId(16), service: 'orders' }
  const times = isSlow ? 50 : 1
  const rootId = randomHexId(8)
  const fromMs = isSlow ? 0 : -60_000 * (number + 1)
  return [
    span('POST /orders', '', fromMs, fromMs + 20 * times, { ...own, spanId: rootId, kind: 'Server' }),
    span('acquire lock', rootId, fromMs, fromMs + 18 * times, { ...own, spanId: randomHexId(8) }),
  ]
}

export function traceRows(): InsertedRow[] {
  return [
    span('GET /cart', '', 0, 1_000, { spanId: root, service: 'web', kind: 'Server' }),
    span('render cart', root, 10, 900, { spanId: cart, service: 'web' }),
    span('acquire connection', cart, 20, 720, { spanId: wait, service: 'web' }),
    span('SELECT cart', cart, 720, 730, {
      ...{ spanId: query, service: 'web', kind: 'Client' },
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': 'SELECT * FROM cart WHERE id = 17' },
    }),
    span('POST /charges', cart, 740, 800, { spanId: pay, service: 'web', kind: 'Client' }),
    // Its clock is an hour ahead.
    span('POST /charges', pay, 3_600_740, 3_600_780, {
      spanId: answer,
      service: 'pay',
      kind: 'Server',
      status: 'Error',
    }),
    ...Array.from({ length: 7 }, (_, i) =>
      span('GET /prices', cart, 810 + i * 10, 818 + i * 10, { service: 'web', kind: 'Client' }),
    ),
    // Below the cart, so that the rows of the whole trace do not fit on a screen.
    ...Array.from({ length: 120 }, (_, i) =>
      span(`step ${i}`, root, 900, 901 + (i % 50), {
        service: 'steps',
        spanId: (i + 1).toString(16).padStart(16, '0'),
      }),
    ),
    ...goodTrace(),
    ...Array.from({ length: 21 }, (_, i) => orders(i)).flat(),
    logRow({ at: at(760), traceId, spanId: answer, service: 'pay', body: 'card declined by the bank' }),
  ]
}
