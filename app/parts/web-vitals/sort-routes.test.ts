import { expect, test } from 'vitest'
import type { WebVital } from '../../../store/vitals/list-vitals.ts'
import type { VitalSort } from '../../url/vital-filters.ts'
import { sortRoutes } from './sort-routes.ts'

const measured = (route: string, vital: WebVital['vital'], now: number, samples = 100) => ({
  route,
  vital,
  now,
  before: undefined,
  samples,
})
const vitals = [
  measured('/a', 'lcp', 100),
  measured('/a', 'inp', 9),
  measured('/b', 'lcp', 300),
  measured('/c', 'inp', 7),
  measured('/d', 'lcp', 100),
]

test.each<[VitalSort, string[]]>([
  ['-lcp', ['/b', '/a', '/d', '/c']],
  ['lcp', ['/a', '/d', '/b', '/c']],
  ['-inp', ['/a', '/c', '/b', '/d']],
  ['-route', ['/d', '/c', '/b', '/a']],
])('by %s, and behind the others what was never measured', (sort, routes) => {
  expect(sortRoutes(vitals, sort).map(({ route }) => route)).toEqual(routes)
})

test('by worst, the route with poor vitals first, then the one furthest from good, and those with few samples last', () => {
  const rated = [
    measured('/good', 'lcp', 2_000),
    measured('/good', 'ttfb', 790),
    measured('/slow', 'inp', 250),
    measured('/slower', 'inp', 480),
    measured('/poor', 'inp', 501),
    measured('/poor', 'lcp', 100),
    measured('/good', 'inp', 900, 19),
    measured('/few', 'inp', 900, 13),
  ]
  expect(sortRoutes(rated, 'worst').map(({ route }) => route)).toEqual(['/poor', '/slower', '/slow', '/good', '/few'])
})

test('a route is one row with all of its vitals', () => {
  expect(sortRoutes(vitals, 'route')[0]).toMatchObject({ route: '/a', vitals: { lcp: { now: 100 }, inp: { now: 9 } } })
})
