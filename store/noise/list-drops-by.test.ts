import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../test/property-runs.ts'
import { noiseRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { rangeEndingAt } from '../units.ts'
import { listDropsBy } from './list-drops-by.ts'

const range = rangeEndingAt(Date.now() + 60_000, 3_600_000)
const removed = (mark: string, service: string, attributes: Record<string, string>, resource = {}) =>
  noiseRow(mark, spanRow({ at: 60_000, service, attributes, resource }))
const of = (release: string, environment = '') => ({
  'service.version': release,
  'deployment.environment.name': environment,
})
const path = (path: string) => ({ 'url.path': path })

test('counts drops by service, route, release and environment, most first, of one rule or all', async () => {
  await using store = await openTestStore([
    removed('health-check/2', 'shop', { 'http.route': '/healthz' }, of('1.0', 'staging')),
    removed('health-check/2', 'cart', { 'http.route': '/healthz' }, of('1.0')),
    removed('not-found/1', 'cart', { 'errata.transaction.route': '/404' }, of('1.1')),
    noiseRow('not-found/1', spanRow({ at: 2 * 3_600_000, service: 'earlier' })),
  ])

  const others = { names: 0, removed: 0 }
  expect(await listDropsBy(store, { range, limit: 10 })).toEqual({
    service: {
      rows: [
        { name: 'cart', removed: 2 },
        { name: 'shop', removed: 1 },
      ],
      others,
    },
    route: {
      rows: [
        { name: '/healthz', removed: 2 },
        { name: '/404', removed: 1 },
      ],
      others,
    },
    release: {
      rows: [
        { name: '1.0', removed: 2 },
        { name: '1.1', removed: 1 },
      ],
      others,
    },
    environment: {
      rows: [
        { name: '', removed: 2 },
        { name: 'staging', removed: 1 },
      ],
      others,
    },
  })
  expect(await listDropsBy(store, { rule: 'not-found', range, limit: 10 })).toMatchObject({
    release: { rows: [{ name: '1.1', removed: 1 }] },
  })
  expect(await listDropsBy(store, { environment: 'staging', range, limit: 10 })).toMatchObject({
    service: { rows: [{ name: 'shop', removed: 1 }] },
  })
})

test('what is beyond the limit is counted, so that each kind adds up to all drops, whatever they are of', async () => {
  const drops = fc.array(
    fc.record({ route: fc.integer({ min: 0, max: 5 }), release: fc.integer({ min: 0, max: 3 }) }),
    {
      minLength: 1,
      maxLength: 12,
    },
  )
  const limits = fc.integer({ min: 1, max: 6 })
  await fc.assert(
    fc.asyncProperty(drops, limits, async (dropped, limit) => {
      await using store = await openTestStore(
        dropped.map(({ route, release }) =>
          removed('health-check/2', 'shop', { 'http.route': `/${route}` }, of(`1.${release}`)),
        ),
      )
      for (const { rows, others } of Object.values(await listDropsBy(store, { range, limit }))) {
        expect(rows.length).toBeLessThanOrEqual(limit)
        expect(rows.reduce((sum, row) => sum + row.removed, others.removed)).toBe(dropped.length)
        expect(others.names > 0).toBe(others.removed > 0)
      }
      const { route } = await listDropsBy(store, { range, limit })
      expect(route.rows.length + route.others.names).toBe(new Set(dropped.map(one => one.route)).size)
    }),
    runs(3),
  )
})

test('a path without a route is listed without its ids', async () => {
  await using store = await openTestStore(
    ['/shops/4711/health', '/shops/0815/health', '/api/v1/live', '/t/0af7651916cd43dd8448eb211c80319c/ping'].map(one =>
      removed('health-check/2', 'shop', path(one)),
    ),
  )
  expect((await listDropsBy(store, { range, limit: 10 })).route.rows).toEqual([
    { name: '/shops/*/health', removed: 2 },
    { name: '/api/v1/live', removed: 1 },
    { name: '/t/*/ping', removed: 1 },
  ])
})
