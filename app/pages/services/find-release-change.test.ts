import { expect, test } from 'vitest'
import { addPreviousPeriod } from '../../../store/comparison.ts'
import { nsOfMs } from '../../../store/units.ts'
import { openTestStore, spanRow } from '../../../test/store/open-test-store.ts'
import { findReleaseChange } from './find-release-change.server.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS
const comparison = addPreviousPeriod({ from: nsOfMs(hourMs), to: nsOfMs(hourMs + HOUR_MS) }, 1_800_000_000_000n)

/** Forty requests from a minute of the hour on, all about as long. */
const requests = (minute: number, durationMs: number) =>
  Array.from({ length: 40 }, (_, i) =>
    spanRow({
      at: nsOfMs(hourMs + minute * 60_000 + i * 1_000),
      durationNs: BigInt(durationMs + (i % 10)) * 1_000_000n,
      service: 'shop',
    }),
  )
const released = (release: string, minute: number) => ({
  service: 'shop',
  release,
  firstSeenNs: nsOfMs(hourMs + minute * 60_000),
})

test('names the release since which requests take longer, or shorter, and how long', async () => {
  await using store = await openTestStore([...requests(-30, 240), ...requests(10, 430), ...requests(30, 100)])
  const find = (releases: Parameters<typeof findReleaseChange>[1]['releases'], listFilters = {}) =>
    findReleaseChange(store, { comparison, releases, listFilters: { service: 'shop', ...listFilters } })

  expect(await find([released('2', 10), released('3', 30)])).toEqual({
    text: 'p95 0.25× (439 ms → 109 ms) since 3',
    isSlower: false,
  })
  expect(await find([released('2', 10)])).toMatchObject({ isSlower: true })
  expect(await find([released('2', 10), released('3', 30)], { release: '2' })).toBeUndefined()
  expect(await find([])).toBeUndefined()
})

test('a change that is small or of few requests is no news', async () => {
  await using store = await openTestStore([
    ...requests(-30, 240),
    ...requests(10, 260),
    ...requests(30, 500).slice(0, 9),
  ])
  const releases = [released('2', 10), released('3', 30)]
  expect(await findReleaseChange(store, { comparison, releases, listFilters: { service: 'shop' } })).toBeUndefined()
})
