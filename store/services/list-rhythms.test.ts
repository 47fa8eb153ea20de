import { expect, test } from 'vitest'
import { openTestStore, spanRow, type TestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listRhythms } from './list-rhythms.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const nowMs = Math.floor(Date.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS
const run = (minutesAgo: number, of: object = {}) =>
  spanRow({ at: nsOfMs(nowMs - minutesAgo * MINUTE_MS), name: 'report', kind: 'Internal', ...of })
const asked = { nowMs, leastSilenceMs: 10 * MINUTE_MS, leastRuns: 5, evenPart: 0.15 }
const list = (store: TestStore, of: Partial<Parameters<typeof listRhythms>[1]> = {}) =>
  listRhythms(store, { ...asked, ...of })

test('tells when an operation last ran, and how evenly it did before', async () => {
  await using store = await openTestStore([385, 320, 260, 200, 140, 80].map(minutes => run(minutes)))

  expect(await list(store)).toEqual([
    {
      service: 'shop',
      environment: '',
      operation: 'report',
      lastSeenNs: nsOfMs(nowMs - 80 * MINUTE_MS),
      serviceLastSeenNs: nsOfMs(nowMs - 80 * MINUTE_MS),
      serviceOperations: 1,
      runs: 6,
      periodNs: nsOfMs(HOUR_MS),
      evenRuns: 5,
      longestUsualNs: nsOfMs(HOUR_MS),
      leastUsual: 0,
      days: 0,
    },
  ])
})

test('counts in how many five minutes of the same hours of earlier days it ran, the least of them', async () => {
  const day = 24 * 60
  /** Every ten minutes for three days, up to two hours ago. */
  const runs = Array.from({ length: (3 * day) / 10 }, (_, i) => 3 * day + 120 - i * 10)
  await using store = await openTestStore([
    ...runs.map(at => run(at, { name: 'steady' })),
    ...runs.filter(at => at < day + 60 || at >= day + 110).map(at => run(at, { name: 'away for an hour' })),
    ...runs.filter(at => at < day).map(at => run(at, { name: 'of today' })),
  ])

  const [away, today, steady] = (await list(store)).toSorted((a, b) => (a.operation < b.operation ? -1 : 1))
  expect(steady).toMatchObject({ days: 2, leastUsual: 12, longestUsualNs: nsOfMs(10 * MINUTE_MS) })
  expect(away).toMatchObject({ days: 2, leastUsual: 7 })
  expect(today).toMatchObject({ days: 0, leastUsual: 0 })
})

test('names the operation of what ran, without ids', async () => {
  const runs = [90, 80, 70, 60, 50]
  await using store = await openTestStore([
    ...runs.map(at => run(at, { kind: 'Server', name: 'GET /a', attributes: { 'http.route': '/a' } })),
    ...runs.map(at => run(at + 1, { kind: 'Server', name: 'GET /users/12' })),
    ...runs.map(at => run(at + 2, { kind: 'Consumer', name: 'process orders' })),
  ])

  expect((await list(store)).map(({ operation }) => operation)).toEqual(['/a', 'GET /users/*', 'process orders'])
})

test('leaves out what ran lately or a few times, and other services and environments; repeated deliveries change nothing', async () => {
  const runs = (name: string, of: object = {}) => [90, 80, 70, 60, 50].map(at => run(at, { name, ...of }))
  const staging = { resource: { 'deployment.environment.name': 'staging' } }
  const rows = [
    ...runs('silent'),
    ...[...runs('running'), run(9, { name: 'running' })],
    ...runs('rare').slice(1),
    ...runs('other', { service: 'cart' }),
    ...runs('trial', staging),
  ]
  await using store = await openTestStore(rows)
  const named = async (of: object = {}) =>
    (await list(store, of)).map(({ service, environment, operation }) => [service, environment, operation])

  const all = [
    ['cart', '', 'other'],
    ['shop', '', 'silent'],
    ['shop', 'staging', 'trial'],
  ]
  expect(await named()).toEqual(all)
  const before = await list(store)
  await store.insert(rows.toReversed())
  expect(await list(store)).toEqual(before)
  expect(await named({ service: 'cart' })).toEqual([all[0]])
  expect(await named({ environment: 'staging' })).toEqual([all[2]])
  expect(await named({ hidden: ['cart'] })).toEqual([all[1], all[2]])
})
