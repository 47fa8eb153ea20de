import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listReleaseRequests } from './list-release-requests.ts'

const HOUR_MS = 3_600_000
const recentNs = nsOfMs(Date.now() - HOUR_MS)
const of = (version: string) => ({ resource: { 'service.version': version } })

test('counts the requests of each release and service', async () => {
  const rows = [
    spanRow({ ...of('2'), at: 7 * HOUR_MS }),
    spanRow({ ...of('2'), status: 'Error' }),
    spanRow({ ...of('2'), service: 'cart' }),
    spanRow(of('1')),
    spanRow(of('0')),
  ]
  await using store = await openTestStore(rows)

  expect(await listReleaseRequests(store, { releases: ['1', '2'], recentNs })).toEqual([
    { service: 'cart', release: '2', requests: 1, failed: 0, recent: 1, recentIn: [], recentOfAll: 1 },
    { service: 'shop', release: '1', requests: 1, failed: 0, recent: 1, recentIn: [], recentOfAll: 3 },
    { service: 'shop', release: '2', requests: 2, failed: 1, recent: 1, recentIn: [], recentOfAll: 3 },
  ])
  expect(await listReleaseRequests(store, { releases: ['2'], recentNs, service: 'cart' })).toHaveLength(1)
  expect(await listReleaseRequests(store, { releases: [], recentNs })).toEqual([])
})

test('counts thousands of requests exactly, as they are spread over hours', async () => {
  const rows = Array.from({ length: 3_000 }, (_, n) => spanRow({ ...of('2'), at: n * 240_000 }))
  await using store = await openTestStore(rows)
  expect(await listReleaseRequests(store, { releases: ['2'], recentNs })).toMatchObject([{ requests: 3_000 }])
})

test('tells the environments in which a release runs now', async () => {
  const at = (hoursAgo: number, environment: string) =>
    spanRow({
      at: hoursAgo * HOUR_MS,
      resource: { 'service.version': '1', 'deployment.environment.name': environment },
    })
  await using store = await openTestStore([at(7, 'production'), at(0, 'staging'), at(0, 'demo')])

  expect(await listReleaseRequests(store, { releases: ['1'], recentNs })).toMatchObject([
    { requests: 3, recentIn: ['demo', 'staging'] },
  ])
})
