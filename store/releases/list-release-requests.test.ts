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
    { service: 'cart', release: '2', requests: 1, failed: 0, recent: 1, recentOfAll: 1 },
    { service: 'shop', release: '1', requests: 1, failed: 0, recent: 1, recentOfAll: 3 },
    { service: 'shop', release: '2', requests: 2, failed: 1, recent: 1, recentOfAll: 3 },
  ])
  expect(await listReleaseRequests(store, { releases: ['2'], recentNs, service: 'cart' })).toHaveLength(1)
  expect(await listReleaseRequests(store, { releases: [], recentNs })).toEqual([])
})
