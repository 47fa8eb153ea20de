import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { listServiceLatencies, sortBrowsersByRegression, sortRoutesByRegression } from './order-regressions.ts'
import { ReleaseBrowsers } from './release-browsers.tsx'
import { ReleaseLatency } from './release-latency.tsx'

/** The names of rows in their order, those in red with the text that is. */
const rowsOf = (html: string) =>
  [...html.matchAll(/<tr><th scope="row"[^>]*>(?:<span[^>]*>)?([^<]+)(.*?)<\/tr>/gs)].map(([, name, cells = '']) => [
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
    median: 5e7,
    medianBefore: 5e7,
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
  const comparedWith = { services: [], previous: '2.4.1', better: undefined }
  expect(rowsOf(renderToStaticMarkup(<ReleaseLatency {...comparedWith} latencies={latencies} />))).toEqual([
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

test('services and routes are compared with an earlier, better release where there is one', () => {
  const lasting = (ms: bigint, requests: number) => [
    { service: 'shop', release: '', p50: 50_000_000n, p95: ms * 1_000_000n, requests },
  ]
  const [now, previous, better] = [lasting(369n, 144), lasting(250n, 1_148), lasting(171n, 8_558)]
  const services = sortRoutesByRegression(listServiceLatencies(now, previous), listServiceLatencies(now, better))
  const table = (of: string | undefined) =>
    renderToStaticMarkup(<ReleaseLatency services={services} latencies={services} previous="2.4.1" better={of} />)
  expect(table('2.4.0')).toMatch(
    />2\.4\.1<.*>2\.4\.0<.*From 2\.4\.0.*all routes.*369 ms.*250 ms.*171 ms.*class="bad">up 116 %/,
  )
  expect(table(undefined)).toMatch(/all routes.*369 ms.*250 ms.*class="muted">up 48 %/)
})
