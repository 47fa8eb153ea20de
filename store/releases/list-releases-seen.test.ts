import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { addPreviousPeriod } from '../comparison.ts'
import { nsOfMs } from '../units.ts'
import { listReleasesSeen } from './list-releases-seen.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const at = (ms: number) => nsOfMs(hourMs + ms)
const comparison = addPreviousPeriod({ from: at(0), to: at(HOUR_MS) }, 1_800_000_000_000n)
const of = (service: string, release: string, ms: number) =>
  spanRow({ at: at(ms), service, resource: { 'service.version': release } })

test('lists releases first seen in the range, without the first release of a service', async () => {
  await using store = await openTestStore([
    of('shop', '2.4.0', -50 * HOUR_MS),
    of('shop', '2.4.1', 600_000),
    of('shop', '2.4.1', 900_000),
    of('shop', '2.4.0', 900_000),
    of('cart', '1.0.0', 600_000),
    of('stock', '3', -HOUR_MS),
    of('stock', '4', -1),
    of('stock', '5', HOUR_MS),
    of('mail', '1', -1),
    of('mail', '', 1),
  ])

  expect(await listReleasesSeen(store, { comparison })).toEqual([
    { service: 'shop', release: '2.4.1', firstSeenNs: at(600_000), previous: '2.4.0' },
  ])
  expect(await listReleasesSeen(store, { comparison, hidden: ['shop'] })).toEqual([])
})
