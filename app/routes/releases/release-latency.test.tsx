import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sortBrowsersByRegression, sortRoutesByRegression } from './order-regressions.ts'
import { ReleaseBrowsers } from './release-browsers.tsx'
import { ReleaseLatency } from './release-latency.tsx'

/** The names of rows in their order, those in red with the text that is. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr><th scope="row"[^>]*>([^<]+)(.*?)<\/tr>/gs)].map(([, name, cells = '']) => [
    name,
    /class="bad">([^<]+)/.exec(cells)?.[1],
  ])

test('routes and browsers that got worse come first, and alone are red', () => {
  const route = (name: string, changes: object) => ({
    what: 'duration' as const,
    service: 'shop',
    route: name,
    now: 1e8,
    before: 1e8,
    samples: 200,
    samplesBefore: 200,
    failed: 2,
    failedBefore: 2,
    thinnedBy: 1,
    ...changes,
  })
  const latencies = sortRoutesByRegression([
    route('/faster', { now: 5e7 }),
    route('/slower', { now: 2e8 }),
    route('/failing', { failed: 40 }),
  ])
  expect(rowsOf(renderToStaticMarkup(<ReleaseLatency latencies={latencies} />))).toEqual([
    ['/failing', '1 → 20 %'],
    ['/slower', 'up 100 %'],
    ['/faster', undefined],
  ])
  const sessions = (browser: string, crashed: number) => ({
    browser,
    crashed,
    sessions: 300,
    sessionsBefore: 300,
    crashedBefore: 30,
  })
  const browsers = sortBrowsersByRegression([sessions('calm', 30), sessions('better', 3), sessions('worse', 90)])
  expect(rowsOf(renderToStaticMarkup(<ReleaseBrowsers browsers={browsers} />))).toEqual([
    ['worse', 'down 20 pts'],
    ['calm', undefined],
    ['better', undefined],
  ])
})
