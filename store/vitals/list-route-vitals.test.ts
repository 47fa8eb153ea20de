import { expect, test } from 'vitest'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { listRouteVitals } from './list-route-vitals.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const at = (ms: number) => nsOfMs(hourMs + ms)
const comparison = addPreviousPeriod({ from: at(0), to: at(HOUR_MS) }, 1_800_000_000_000n)
const lcp = (route: string, value: number, ms = 1) =>
  logRow({
    at: at(ms),
    service: 'shop-browser',
    eventName: 'browser.web_vital',
    attributes: {
      'browser.web_vital.name': 'lcp',
      'browser.web_vital.value': String(value),
      'errata.transaction.route': route,
    },
  })

test('reports the web vitals of each route, and those of the previous period if there are any', async () => {
  await using store = await openTestStore([
    ...[100, 200, 300, 400].map(value => lcp('/cart', value)),
    lcp('/cart', 900, -1),
    lcp('/', 50),
    lcp('/gone', 50, -1),
  ])

  expect(await listRouteVitals(store, { comparison })).toEqual([
    { route: '/', vital: 'lcp', now: 50, before: undefined, samples: 1 },
    { route: '/cart', vital: 'lcp', now: 400, before: 900, samples: 4 },
  ])
})
