import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { listTracesById } from './list-traces-by-id.ts'

const newTraceId = () => parseTraceId(randomHexId(16)) as TraceId

test('lists the known traces, newest first, also with rows hours apart', async () => {
  const [older, newer, unknown] = [newTraceId(), newTraceId(), newTraceId()]
  const row = spanRow({ at: 4000, traceId: older, spanId: randomHexId(8) })
  await using store = await openTestStore([
    row,
    spanRow({
      at: 5 * 3_600_000,
      traceId: older,
      service: 'shop-browser',
      parentSpanId: randomHexId(8),
      status: 'Error',
    }),
    spanRow({ at: 2000, traceId: newer }),
  ])
  await store.insert([row])

  const traces = await listTracesById(store, { traceIds: [older, unknown, newer] })
  expect(traces).toMatchObject([
    { traceId: newer, failed: false },
    { traceId: older, failed: true, services: ['shop', 'shop-browser'] },
  ])
})

test('returns nothing for an empty list', async () => {
  await using store = await openTestStore([spanRow()])

  expect(await listTracesById(store, { traceIds: [] })).toEqual([])
})
