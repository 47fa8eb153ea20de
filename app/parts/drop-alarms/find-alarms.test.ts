import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { type InsertedRow, noiseRow, openTestStore, randomHexId, spanRow } from '../../../test/store/open-test-store.ts'
import { findAlarms } from './find-alarms.ts'

/** The test's own clock: its future is in the machine's past, and the query is told the time. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** At the start of a five-minute interval; otherwise the newest minutes would only be read later. */
const breaksMs = Math.floor((Date.now() - 2 * HOUR_MS) / (5 * MINUTE_MS)) * 5 * MINUTE_MS

/**
 * An hour of traffic: every minute four pages and a health check. The rule matches the health check, or nothing, or
 * everything.
 */
function hour(fromMs: number, rule: 'works' | 'takes nothing' | 'takes all'): InsertedRow[] {
  return Array.from({ length: 60 }, (_, minute) => {
    const at = nsOfMs(fromMs + minute * MINUTE_MS)
    const page = () => spanRow({ at, attributes: { 'errata.transaction.route': '/cart' } })
    const check = spanRow({ at, attributes: { 'errata.transaction.route': '/healthz' } })
    const pages = [page(), page(), page(), page()]
    if (rule === 'takes all') return [...pages, check].map(row => noiseRow('health-check/1', row))
    return [...pages, rule === 'works' ? noiseRow('health-check/1', check) : check]
  }).flat()
}

const usual = (fromMs: number) => [7, 14].flatMap(days => hour(fromMs - days * DAY_MS, 'works'))

test.each([
  ['takes nothing', { kind: 'stopped', rule: 'health-check', removed: 0 }],
  ['takes all', { kind: 'surged', rule: 'health-check' }],
] as const)('a rule that %s is marked within its first hour of data, and not before it broke', async (how, alarm) => {
  await using store = await openTestStore([
    ...usual(breaksMs - HOUR_MS),
    ...usual(breaksMs),
    ...hour(breaksMs - HOUR_MS, 'works'),
    ...hour(breaksMs, how),
  ])
  const at = async (minutes: number) => (await findAlarms(store, { nowMs: breaksMs + minutes * MINUTE_MS })).rules
  expect(await at(0)).toEqual([])
  expect(await at(60)).toEqual([
    { ...alarm, minutes: 60, baseline: 'weeks', removed: expect.any(Number), expected: 60 },
  ])
})

test('no alert for a rule that drops as much as in the same hours of the last weeks, nor without any traffic', async () => {
  await using store = await openTestStore([...usual(breaksMs), ...hour(breaksMs, 'works')])
  expect((await findAlarms(store, { nowMs: breaksMs + HOUR_MS })).rules).toEqual([])
  // An hour later there was traffic a week before, and there is none now.
  await store.insert(usual(breaksMs + HOUR_MS))
  expect((await findAlarms(store, { nowMs: breaksMs + 2 * HOUR_MS })).rules).toEqual([])
})

test('with one day of data, the previous hours are the baseline', async () => {
  const before = [4, 3, 2, 1].flatMap(hours => hour(breaksMs - hours * HOUR_MS, 'works'))
  await using store = await openTestStore([...before, ...hour(breaksMs, 'takes nothing')])
  expect((await findAlarms(store, { nowMs: breaksMs + HOUR_MS })).rules).toMatchObject([
    { kind: 'stopped', rule: 'health-check', baseline: 'hours' },
  ])
})

test('a path that answered before and gets the 404 page since a release is lost; one that never answered is not', async () => {
  const nowMs = Date.now()
  const page = (minutesAgo: number, route: string, path: string, release: string) => {
    const spanId = randomHexId(8)
    const status = route === '/404' ? '404' : '200'
    const attributes = {
      'errata.transaction.id': spanId,
      'errata.transaction.route': route,
      'errata.transaction.status_code': status,
      'url.path': path,
    }
    const row = spanRow({ at: minutesAgo * MINUTE_MS, spanId, attributes, resource: { 'service.version': release } })
    return route === '/404' ? noiseRow('not-found/1', row) : row
  }
  await using store = await openTestStore([
    page(90, '/pricing', '/pricing', '1.0'),
    page(90, '/orders/:id', '/orders/17', '1.0'),
    ...[30, 20, 10].map(ago => page(ago, '/404', '/pricing', '1.1')),
    ...[30, 20, 10].map(ago => page(ago, '/404', `/orders/${ago}`, '1.0')),
    ...[30, 20, 10].map(ago => page(ago, '/404', '/wp-login.php', '1.1')),
  ])
  const { paths } = await findAlarms(store, { nowMs })
  expect(paths).toMatchObject([
    { path: '/pricing', route: '/pricing', answeredBy: '1.0', missingIn: '1.1', hits: 3, service: 'shop' },
  ])
  expect(paths[0]?.missingNs).toBeGreaterThan(paths[0]?.answeredNs ?? 0n)
})
