import { expect, test } from 'vitest'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { listVitals } from './list-vitals.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const at = (ms: number) => nsOfMs(hourMs + ms)
const comparison = addPreviousPeriod({ from: at(0), to: at(HOUR_MS) }, 1_800_000_000_000n)
const bounds = [
  { vital: 'lcp', good: 200, poor: 400.5 },
  { vital: 'cls', good: 0.1, poor: 0.12 },
  { vital: 'ttfb', good: 800, poor: 1_800 },
] as const
const vital = (name: string, value: string, ms: number, service = 'shop-browser') =>
  logRow({
    at: at(ms),
    service,
    eventName: 'browser.web_vital',
    attributes: { 'browser.web_vital.name': name, 'browser.web_vital.value': value },
  })

test('reports the 75th percentile of each vital, and that of the previous period if there is one', async () => {
  await using store = await openTestStore([
    ...['100', '200', '300', '400.5', '500'].map(value => vital('lcp', value, 1)),
    vital('lcp', '900', -1),
    vital('cls', '0.125', 1),
    vital('inp', '80', -1),
    vital('lcp', '7000', 1, 'errata-desk-browser'),
    vital('own', '1', 1),
    vital('ttfb', 'not a number', 1),
  ])

  expect(await listVitals(store, { comparison, bounds, hidden: ['errata-desk-browser'] })).toEqual([
    { vital: 'cls', now: 0.125, before: undefined, samples: 1, good: 0, poor: 1 },
    { vital: 'lcp', now: 400.5, before: 900, samples: 5, good: 2, poor: 1 },
    { vital: 'ttfb', now: 0, before: undefined, samples: 1, good: 1, poor: 0 },
  ])
})
