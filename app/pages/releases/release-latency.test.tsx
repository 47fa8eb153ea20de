import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import {
  listServiceLatencies,
  sortBrowsersByRegression,
  sortOperationsByRegression,
} from '../../parts/release-comparison/order-regressions.ts'
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
    operation: name,
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
  const latencies = sortOperationsByRegression([
    route('/faster', { now: 5e7 }),
    route('/slower', { now: 2e8 }),
    route('/failing', { failed: 40 }),
  ])
  const comparedWith = { services: [], baseline: '2.4.1' }
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
  expect(rowsOf(renderToStaticMarkup(<ReleaseBrowsers browsers={browsers} baseline="2.4.1" />))).toEqual([
    ['worse', 'down 20 pts'],
    ['calm', undefined],
    ['better', undefined],
  ])
})

test('all services of an operation are together, and operations without a clear change behind their number', () => {
  const measured = (service: string, operation: string, now: number) => ({
    what: 'duration' as const,
    service,
    operation,
    now,
    before: 1e8,
    median: 5e7,
    medianBefore: 5e7,
    samples: 200,
    samplesBefore: 200,
    failed: 0,
    failedBefore: 0,
    thinnedBy: 1,
  })
  const latencies = sortOperationsByRegression([
    ...['/a', '/b', '/c', '/d'].map(operation => measured('shop', operation, 1e8)),
    measured('shop', '/slow', 2e8),
    measured('web', '/slower', 4e8),
    measured('web', '/slow', 1e8),
  ])
  const services = sortOperationsByRegression(
    listServiceLatencies({
      durations: [{ service: 'shop', release: '2', p50: 50_000_000n, p95: 369_000_000n, requests: 144 }],
      durationsBefore: [{ service: 'shop', release: '1', p50: 50_000_000n, p95: 171_000_000n, requests: 8_558 }],
    }),
  )
  const html = renderToStaticMarkup(<ReleaseLatency services={services} latencies={latencies} baseline="2.4.0" />)
  const [shown = '', folded = ''] = html.split('<details')
  expect(rowsOf(shown)).toEqual([
    ['all operations', 'up 116 %'],
    ['/slower', '4×'],
    ['/slow', 'up 100 %'],
    ['/slow', undefined],
  ])
  expect(shown).toMatch(/In 2\.4\.0<.*369 ms.*2\.4\.0: 171 ms/)
  expect(folded).toContain('4 operations without clear change')
  expect(rowsOf(folded)).toHaveLength(4)
})
