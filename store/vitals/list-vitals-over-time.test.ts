import { expect, test } from 'vitest'
import { logRow, openTestStore } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { listVitalsOverTime } from './list-vitals-over-time.ts'

const HOUR_MS = 3_600_000
const HALF_HOUR_NS = 1_800_000_000_000n
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const comparison = addPreviousPeriod({ from: nsOfMs(hourMs), to: nsOfMs(hourMs + HOUR_MS) }, HALF_HOUR_NS)
const vital = (name: string, value: string, minute: number, service = 'shop-browser') =>
  logRow({
    at: nsOfMs(hourMs + minute * 60_000),
    service,
    eventName: 'browser.web_vital',
    attributes: { 'browser.web_vital.name': name, 'browser.web_vital.value': value },
  })

test('reports the 75th percentile of each vital by bucket, of the services that are shown', async () => {
  const rows = [
    ...['100', '200', '300', '400'].map((value, i) => vital('lcp', value, i)),
    vital('lcp', '900', 31),
    vital('cls', '0.125', 31),
    vital('lcp', '7000', -1),
    vital('lcp', '7000', 1, 'errata-desk-browser'),
  ]
  await using store = await openTestStore(rows)
  await store.insert(rows.toReversed())

  const hidden = ['errata-desk-browser']
  expect(await listVitalsOverTime(store, { comparison, hidden })).toEqual([
    { vital: 'cls', bucketNs: comparison.fromNs + HALF_HOUR_NS, p75: 0.125, samples: 1 },
    { vital: 'lcp', bucketNs: comparison.fromNs, p75: 400, samples: 4 },
    { vital: 'lcp', bucketNs: comparison.fromNs + HALF_HOUR_NS, p75: 900, samples: 1 },
  ])
  expect(await listVitalsOverTime(store, { comparison, service: 'none' })).toEqual([])
})
