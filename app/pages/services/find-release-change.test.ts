import { expect, test } from 'vitest'
import { nsOfMs } from '../../../store/units.ts'
import { openTestStore, spanRow } from '../../../test/store/open-test-store.ts'
import { findReleaseChange } from './find-release-change.server.ts'

const HOUR_MS = 3_600_000
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - HOUR_MS

/** Forty requests of a release from a minute of the hour on, all about as long. */
const requests = (release: string, minute: number, durationMs: number) =>
  Array.from({ length: 40 }, (_, i) =>
    spanRow({
      at: nsOfMs(hourMs + minute * 60_000 + i * 1_000),
      durationNs: BigInt(durationMs + (i % 10)) * 1_000_000n,
      service: 'shop',
      resource: { 'service.version': release },
    }),
  )
const released = (release: string, minute: number) => ({
  service: 'shop',
  release,
  previous: String(Number(release) - 1),
  firstSeenNs: nsOfMs(hourMs + minute * 60_000),
})

test('names the release whose requests take longer, or shorter, than those of the release before, and how long', async () => {
  await using store = await openTestStore([
    ...requests('1', -30, 240),
    ...requests('2', 10, 430),
    ...requests('3', 30, 100),
  ])
  const find = (releases: Parameters<typeof findReleaseChange>[1]['releases'], listFilters = {}) =>
    findReleaseChange(store, { releases, listFilters: { service: 'shop', ...listFilters } })

  expect(await find([released('2', 10), released('3', 30)])).toEqual({
    text: 'p95 0.25× (439 ms → 109 ms) since 3',
    isSlower: false,
  })
  expect(await find([released('2', 10)])).toMatchObject({ isSlower: true })
  expect(await find([released('2', 10), released('3', 30)], { release: '2' })).toBeUndefined()
  expect(await find([])).toBeUndefined()
})

test('a canary is compared with the release that goes on beside it, not with its time', async () => {
  await using store = await openTestStore([
    ...requests('1', -30, 80),
    ...requests('2', 10, 1_900),
    ...Array.from({ length: 25 }, (_, i) => requests('1', 10 + i, 80)).flat(),
  ])
  expect(await findReleaseChange(store, { releases: [released('2', 10)], listFilters: { service: 'shop' } })).toEqual({
    text: 'p95 21× (89.0 ms → 1.91 s) since 2',
    isSlower: true,
  })
})

test('a change that is small or of few requests is no news', async () => {
  await using store = await openTestStore([
    ...requests('1', -30, 240),
    ...requests('2', 10, 260),
    ...requests('3', 30, 500).slice(0, 9),
  ])
  const releases = [released('2', 10), released('3', 30)]
  expect(await findReleaseChange(store, { releases, listFilters: { service: 'shop' } })).toBeUndefined()
})
