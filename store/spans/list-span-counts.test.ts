import { expect, test } from 'vitest'
import { openTestStore, randomHexId, spanRow } from '../../test/store/open-test-store.ts'
import { parseTraceId, type TraceId } from '../units.ts'
import { listSpanCounts } from './list-span-counts.ts'

const newTraceId = () => parseTraceId(randomHexId(16)) as TraceId

test('counts each span once, also when it was delivered twice hours apart', async () => {
  const [one, other, unknown] = [newTraceId(), newTraceId(), newTraceId()]
  const row = spanRow({ at: 4000, traceId: one, spanId: randomHexId(8) })
  await using store = await openTestStore([
    row,
    spanRow({
      at: 5 * 3_600_000,
      traceId: one,
      service: 'shop-browser',
      parentSpanId: randomHexId(8),
      status: 'Error',
    }),
    spanRow({ at: 2000, traceId: other }),
  ])
  await store.insert([row])

  const counts = await listSpanCounts(store, { traceIds: [one, unknown, other] })
  expect(counts).toEqual(
    [
      { traceId: one, spanCount: 2, failedSpanCount: 1, failedServices: ['shop-browser'] },
      { traceId: other, spanCount: 1, failedSpanCount: 0, failedServices: [] },
    ].toSorted((a, b) => (a.traceId < b.traceId ? -1 : 1)),
  )
})

test('names the services in which failures began, not those that they spread to', async () => {
  const traceId = newTraceId()
  const [page, call, other] = [randomHexId(8), randomHexId(8), randomHexId(8)]
  const span = (service: string, spanId: string, parentSpanId: string, status: 'Error' | 'Ok') =>
    spanRow({ at: 1000, traceId, service, spanId, parentSpanId, status })
  await using store = await openTestStore([
    span('shop', page, '', 'Error'),
    span('shop', call, page, 'Error'),
    span('recommendations', other, call, 'Error'),
    span('recommendations', randomHexId(8), other, 'Ok'),
    span('checkout', randomHexId(8), page, 'Error'),
  ])

  const [counted] = await listSpanCounts(store, { traceIds: [traceId] })
  expect(counted).toMatchObject({ failedSpanCount: 4, failedServices: ['checkout', 'recommendations'] })
})

test('names the same services however the failed spans of a large trace were stored', async () => {
  const traceId = newTraceId()
  const spans = Array.from({ length: 150 }, (_, index) =>
    spanRow({
      at: 1000,
      traceId,
      spanId: index.toString(16).padStart(16, '0'),
      service: index < 100 ? 'stock' : 'checkout',
      status: 'Error',
    }),
  )
  await using store = await openTestStore(spans.slice(50))
  await store.insert(spans.slice(0, 50))

  expect(await listSpanCounts(store, { traceIds: [traceId] })).toMatchObject([
    { failedSpanCount: 150, failedServices: ['stock'] },
  ])
})
