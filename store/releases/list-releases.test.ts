import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { listReleaseRequests } from './list-release-requests.ts'
import { listReleases } from './list-releases.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const of = (version: string) => ({ resource: { 'service.version': version } })

test('orders the releases of each service by first seen, not by name, with the previous release', async () => {
  await using store = await openTestStore([
    spanRow({ at: 3 * DAY, ...of('9') }),
    spanRow({ at: 2 * DAY, ...of('10') }),
    exceptionRow({ at: DAY, ...of('10.1') }),
    spanRow({ at: HOUR, ...of('10') }),
    spanRow({ at: HOUR, service: 'cart', ...of('10.1') }),
    spanRow({ at: HOUR, service: 'cart' }),
    spanRow({ at: 0, service: 'desk', ...of('1') }),
  ])

  const listed = await listReleases(store, { hidden: ['desk'], limit: 10 })
  expect(listed.map(({ service, release, previous }) => [service, release, previous])).toEqual([
    ['cart', '10.1', ''],
    ['shop', '10.1', '10'],
    ['shop', '10', '9'],
    ['shop', '9', ''],
  ])
  const [last] = await listReleases(store, { release: '10', limit: 10 })
  expect(last?.previous).toBe('9')
  expect((last?.lastSeenNs ?? 0n) - (last?.firstSeenNs ?? 0n)).toBeGreaterThan(BigInt(DAY) * 1_000_000n)
})

test('a release outlives its traces', async () => {
  await using store = await openTestStore([spanRow({ at: 40 * DAY, ...of('1') }), spanRow(of('2'))])
  for (const table of ['otel_traces', 'transactions', 'service_activity'])
    await store.command(`OPTIMIZE TABLE ${table} FINAL`)

  expect(await store.querySql('SELECT count()::UInt32 AS n FROM transactions')).toEqual([{ n: 1 }])
  expect((await listReleases(store, { limit: 10 })).map(({ release }) => release)).toEqual(['2', '1'])
})

test('a long release name is cut the same way in releases and in requests', async () => {
  const release = `${'é'.repeat(200)}${'x'.repeat(600)}`
  await using store = await openTestStore([
    spanRow({ at: 2, ...of(release) }),
    exceptionRow({ at: 1, ...of(`${release}y`) }),
  ])

  const listed = await listReleases(store, { limit: 10 })
  expect(listed.map(one => one.release).sort()).toEqual([release, `${release}y`])
  const requests = await listReleaseRequests(store, { releases: listed.map(one => one.release), recentNs: 0n })
  expect(requests.map(one => one.release)).toEqual([release])
})
