import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listTraceIds } from './list-trace-ids.ts'

const MINUTE_MS = 60_000
const lastHour = () => {
  const { from, to } = rangeEndingAt(Date.now() + MINUTE_MS, 60 * MINUTE_MS)
  return { fromNs: from, beforeNs: to, afterId: 'f'.repeat(32), limit: 10 }
}

test('finds a trace once, by the newest row that may be its root', async () => {
  const [begunEarlier, between] = [randomHexId(16), randomHexId(16)]
  const parentSpanId = randomHexId(8)
  await using store = await openTestStore([
    spanRow({ at: 14 * MINUTE_MS, traceId: begunEarlier, spanId: parentSpanId }),
    spanRow({ at: MINUTE_MS, traceId: begunEarlier, parentSpanId, kind: 'Internal' }),
    spanRow({ at: 8 * MINUTE_MS, traceId: between }),
  ])

  const found = await listTraceIds(store, { window: lastHour() })
  expect(found.map(({ id }) => id)).toEqual([begunEarlier, between])
})

test('leaves out traces at or before the cursor', async () => {
  const at = (BigInt(Date.now()) - 600_000n) * 1_000_000n
  const [a, b, c] = ['a', 'b', 'c'].map(digit => digit.repeat(32))
  await using store = await openTestStore([
    spanRow({ at, traceId: c ?? '' }),
    spanRow({ at, traceId: a ?? '' }),
    spanRow({ at: at - 1n, traceId: b ?? '' }),
    spanRow({ at: at + 1n }),
  ])

  const window = { ...lastHour(), beforeNs: at, afterId: a ?? '' }
  const found = await listTraceIds(store, { window })
  expect(found).toEqual([
    { id: c, atNs: at },
    { id: b, atNs: at - 1n },
  ])
})
