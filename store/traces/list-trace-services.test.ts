import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs, parseTraceId, type TraceId } from '../units.ts'
import { listTraceServices } from './list-trace-services.ts'

test('counts the spans of each service once, hours apart too, and all services beyond the limit', async () => {
  const traceId = parseTraceId(randomHexId(16)) as TraceId
  const atNs = nsOfMs(Date.now() - 60_000)
  const rows = [
    spanRow({ at: atNs, traceId, service: 'shop' }),
    spanRow({ at: atNs, durationNs: 7_000_000n, traceId, service: 'shop', status: 'Error' }),
    spanRow({ traceId, service: 'cart', at: atNs - 18_000_000_000_000n }),
    spanRow({ at: atNs, traceId, service: 'prices', status: 'Error' }),
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
    startNs: atNs - 18_000_000_000_000n,
    endNs: atNs + 7_000_000n,
  })
})

test('counts nothing for an unknown trace', async () => {
  await using store = await openTestStore([spanRow()])

  const traceId = parseTraceId(randomHexId(16)) as TraceId
  expect(await listTraceServices(store, { traceId })).toBeUndefined()
})
