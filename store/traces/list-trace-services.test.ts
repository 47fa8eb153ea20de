import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { listTraceServices } from './list-trace-services.ts'

test('counts the spans of each service once, hours apart too, and all services beyond the limit', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const rows = [
    spanRow({ traceId, service: 'shop' }),
    spanRow({ traceId, service: 'shop', status: 'Error' }),
    spanRow({ traceId, service: 'cart', at: 5 * 3_600_000 }),
    spanRow({ traceId, service: 'prices', status: 'Error' }),
    spanRow({ service: 'shop' }),
  ]
  await using store = await openTestStore(rows)

  expect(await listTraceServices(store, { traceId, limit: 2 })).toEqual({
    services: [
      { service: 'cart', spans: 1, failedSpans: 0 },
      { service: 'prices', spans: 1, failedSpans: 1 },
    ],
    totalSpans: 4,
    failedSpans: 2,
  })
})

test('counts nothing for an unknown trace', async () => {
  await using store = await openTestStore([spanRow()])

  const traceId = parseTraceId(randomHexId(16)) as TraceId
  expect(await listTraceServices(store, { traceId })).toEqual({ services: [], totalSpans: 0, failedSpans: 0 })
})
