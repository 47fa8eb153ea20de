import { expect, test } from 'vitest'
import { newId, openTestStore, spanRow } from '../../test/open-test-store.ts'
import { rangeBefore } from '../units.ts'
import { ALL_SUMMARIES, listTraceIds } from './list-trace-ids.ts'

const MINUTE_MS = 60_000
const lastHour = () => ({ range: rangeBefore(Date.now() + MINUTE_MS, 60 * MINUTE_MS), limit: 10 })

test('looks at no more summaries than are enough, and says that it left some out', async () => {
  const [newer, older] = [newId(16), newId(16)]
  await using store = await openTestStore([
    spanRow({ at: 30 * MINUTE_MS, traceId: older }),
    spanRow({ at: MINUTE_MS, traceId: newer }),
  ])

  const wanted = lastHour()
  expect(await listTraceIds(store, { ...wanted, enough: 0n })).toEqual({ traceIds: [newer], complete: false })
  const all = { traceIds: [newer, older], complete: true }
  expect(await listTraceIds(store, { ...wanted, enough: 5n })).toEqual(all)
  expect(await listTraceIds(store, { ...wanted, enough: ALL_SUMMARIES })).toEqual(all)
})

test('a late span does not make a trace newer than its root', async () => {
  const [begunEarlier, between, newest] = [newId(16), newId(16), newId(16)]
  const parentSpanId = newId(8)
  await using store = await openTestStore([
    spanRow({ at: 14 * MINUTE_MS, traceId: begunEarlier, spanId: parentSpanId }),
    spanRow({ at: MINUTE_MS, traceId: begunEarlier, parentSpanId, kind: 'Internal' }),
    spanRow({ at: 8 * MINUTE_MS, traceId: between }),
    spanRow({ at: 2 * MINUTE_MS, traceId: newest }),
  ])

  const wanted = lastHour()
  const { traceIds } = await listTraceIds(store, { ...wanted, enough: ALL_SUMMARIES })
  expect(traceIds).toEqual([newest, between, begunEarlier])
  expect((await listTraceIds(store, { ...wanted, enough: 1n })).traceIds).toEqual([newest])
})
