import { expect, test } from 'vitest'
import { histogramRow, openTestStore } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listRefusedRequests } from './list-refused-requests.ts'

const range = () => rangeEndingAt(Date.now() + 60_000, 3_660_000)

const answered = (collector: string, at: number, status: string, count: number) => {
  const isHttp = /^\d+$/.test(status)
  return histogramRow({
    at,
    name: isHttp ? 'http.server.request.duration' : 'rpc.server.call.duration',
    count,
    attributes: { [isHttp ? 'http.response.status_code' : 'rpc.response.status_code']: status },
    resource: { 'service.instance.id': collector },
  })
}

test('counts what all Collectors refused for good in the range, by protocol and reason', async () => {
  await using store = await openTestStore()
  await store.insert([
    // Before the range, and since.
    answered('a', 4_000_000, '400', 100),
    answered('a', 10_000, '400', 103),
    answered('b', 20_000, '400', 1),
    answered('b', 10_000, '400', 2),
    answered('a', 10_000, '401', 7),
    answered('a', 10_000, 'RESOURCE_EXHAUSTED', 4),
    answered('a', 10_000, '200', 1_000),
    answered('a', 10_000, 'OK', 1_000),
  ])

  expect(await listRefusedRequests(store, { range: range() })).toEqual([
    { protocol: 'grpc', reason: 'large', requests: 4 },
    { protocol: 'http', reason: 'large', requests: 5 },
    { protocol: 'http', reason: 'token', requests: 7 },
  ])
})

test('tells nothing of a Collector that refused none in the range', async () => {
  await using store = await openTestStore()
  await store.insert([answered('a', 4_000_000, '400', 100), answered('a', 10_000, '400', 100)])

  expect(await listRefusedRequests(store, { range: range() })).toEqual([])
})
