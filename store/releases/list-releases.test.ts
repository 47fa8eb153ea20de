import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listReleaseRequests } from './list-release-requests.ts'
import { listReleases } from './list-releases.ts'
import { recordDeploy } from './record-deploy.ts'

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

test('a release that was deployed began with that, in the order too, unless something was seen of it before', async () => {
  await using store = await openTestStore([
    spanRow({ at: 3 * HOUR, ...of('1') }),
    spanRow({ at: HOUR, ...of('3') }),
    spanRow({ at: HOUR / 2, ...of('2') }),
  ])
  const nowMs = Date.now()
  const told = { service: 'shop', environment: '', revision: '', url: '', who: 'ann' }
  const deploy = (release: string, ago: number, environment = '') =>
    recordDeploy(store, { ...told, release, environment, atNs: nsOfMs(nowMs - ago) })
  await deploy('1', HOUR)
  await deploy('2', 2 * HOUR)
  await deploy('3', 2.5 * HOUR, 'staging')
  const orderOf = async (filter: object) =>
    (await listReleases(store, { limit: 10, ...filter })).map(({ release, previous }) => [release, previous])

  expect(await orderOf({})).toEqual([
    ['2', '3'],
    ['3', '1'],
    ['1', ''],
  ])
  const [second, , first] = await listReleases(store, { limit: 10 })
  expect(second).toMatchObject({ beganNs: nsOfMs(nowMs - 2 * HOUR), previousBeganNs: nsOfMs(nowMs - 2.5 * HOUR) })
  expect(first?.beganNs).toBe(first?.firstSeenNs)
})

test('a deploy counts in its own environment, and one that names none in every one', async () => {
  const production = (version: string) => ({
    resource: { 'service.version': version, 'deployment.environment.name': 'production' },
  })
  await using store = await openTestStore([
    spanRow({ at: HOUR, ...production('1') }),
    spanRow({ at: HOUR / 2, ...production('2') }),
  ])
  const atNs = nsOfMs(Date.now() - 2 * HOUR)
  const told = { service: 'shop', release: '2', revision: '', url: '', who: 'ann', atNs }
  const newest = async () => (await listReleases(store, { environment: 'production', limit: 1 }))[0]?.release

  await recordDeploy(store, { ...told, environment: 'staging' })
  expect(await newest()).toBe('2')
  await recordDeploy(store, { ...told, environment: '' })
  expect(await newest()).toBe('1')
})
