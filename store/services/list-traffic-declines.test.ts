import { expect, test } from 'vitest'
import { openTestStore, spanRow, type TestStore } from '../../test/store/open-test-store.ts'
import { nsOfMs } from '../units.ts'
import { listTrafficDeclines } from './list-traffic-declines.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Two minutes into a five-minute interval: the last complete ones end at `toMs`. */
const toMs = Math.floor(Date.now() / (5 * MINUTE_MS)) * 5 * MINUTE_MS - 5 * MINUTE_MS
const nowMs = toMs + 2 * MINUTE_MS

const limits = { leastUsual: 20, mostPart: 0.1 }

/** Requests spread evenly over a time that ends `daysAgo` days before `toMs`. */
function requests(count: number, daysAgo: number, minutes: number, of: object = {}) {
  const fromMs = toMs - daysAgo * DAY_MS - minutes * MINUTE_MS
  return Array.from({ length: count }, (_, i) =>
    spanRow({ at: nsOfMs(fromMs + (i * minutes * MINUTE_MS) / count), ...of }),
  )
}
const week = (perHour: number, of: object = {}) => [1, 2, 3, 4, 5, 6, 7].flatMap(day => requests(perHour, day, 60, of))

test('lists a service without requests, with its usual number', async () => {
  await using store = await openTestStore([
    ...week(120),
    ...week(120, { service: 'cart' }),
    ...requests(30, 0, 15, { service: 'cart' }),
  ])

  expect(await listTrafficDeclines(store, { ...limits, nowMs })).toEqual([
    { service: 'shop', minutes: 15, recent: 0, usual: 30 },
  ])
})

test('lists a service with a tenth of its usual requests, not one with more', async () => {
  const of = async (recent: number) => {
    await using store = await openTestStore([...week(120), ...requests(recent, 0, 15)])
    return await listTrafficDeclines(store, { ...limits, nowMs })
  }

  expect(await of(3)).toEqual([{ service: 'shop', minutes: 15, recent: 3, usual: 30 }])
  expect(await of(4)).toEqual([])
})

test('compares an hour where fifteen minutes usually have fewer than twenty requests', async () => {
  const of = async (inHour: number) => {
    await using store = await openTestStore([...week(60), ...requests(inHour, 0, 60)])
    return await listTrafficDeclines(store, { ...limits, nowMs })
  }

  expect(await of(6)).toEqual([{ service: 'shop', minutes: 60, recent: 6, usual: 60 }])
  expect(await of(7)).toEqual([])
})

test('has no baseline for a service that is a day old, or has fewer than twenty requests an hour', async () => {
  await using store = await openTestStore([
    ...requests(120, 1, 60, { service: 'young' }),
    ...week(19, { service: 'quiet' }),
  ])

  expect(await listTrafficDeclines(store, { ...limits, nowMs })).toEqual([])
})

test('counts days without requests as zero, and prefers the same weekday if it has fewer', async () => {
  const days = (counts: readonly number[], of: object) => counts.flatMap((count, i) => requests(count, i + 1, 60, of))
  await using store = await openTestStore([
    ...days([0, 0, 0, 0, 120, 120, 120], { service: 'ended' }),
    ...days([120, 120, 120, 120, 120, 120, 4], { service: 'closed-on-sundays' }),
    ...days([0, 0, 120, 120, 120, 120], { service: 'stopped' }),
  ])

  expect(await listTrafficDeclines(store, { ...limits, nowMs })).toEqual([
    { service: 'stopped', minutes: 15, recent: 0, usual: 30 },
  ])
})

test('counts only the filtered requests, each once for repeated deliveries', async () => {
  const staging = { resource: { 'deployment.environment.name': 'staging' } }
  const rows = [...week(100), ...week(100, { service: 'probe' }), ...week(92, { service: 'cart', ...staging })]
  await using store = await openTestStore(rows)
  await store.insert(rows.toReversed())
  const services = async (asked: Partial<Parameters<typeof listTrafficDeclines>[1]>, of: TestStore = store) =>
    (await listTrafficDeclines(of, { ...limits, nowMs, ...asked })).map(({ service, usual }) => [service, usual])

  expect(await services({ hidden: ['probe'] })).toEqual([
    ['shop', 25],
    ['cart', 23],
  ])
  expect(await services({ service: 'probe' })).toEqual([['probe', 25]])
  expect(await services({ environment: 'staging' })).toEqual([['cart', 23]])
})
