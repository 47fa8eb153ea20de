import { expect, test } from 'vitest'
import { parseSearch } from '../../search/parse-search.ts'
import { resolveKey } from '../../search/search-keys.ts'
import { spanRow } from '../../test/store/open-test-store.ts'
import { shareTestStore } from '../../test/store/share-test-store.ts'
import { nsOfMs, rangeEndingAt } from '../units.ts'
import { countGroupsOverTime } from './count-groups-over-time.ts'

const HOUR_MS = 3_600_000
const bucketNs = nsOfMs(HOUR_MS)
const hourMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 2 * HOUR_MS
const row = (hour: number, tier: string, durationNs: bigint, status: 'Ok' | 'Error' = 'Ok') =>
  spanRow({ at: nsOfMs(hourMs + hour * HOUR_MS + 1), durationNs, status, attributes: tier === '' ? {} : { tier } })
const rows = [
  row(0, 'gold', 10n),
  row(0, 'gold', 30n, 'Error'),
  row(1, 'gold', 20n),
  row(1, 'free', 99n),
  row(1, '', 5n),
]

const store = shareTestStore(rows, rows)
const range = rangeEndingAt(hourMs + 2 * HOUR_MS, 2 * HOUR_MS)

test('counts each span of the groups asked for once, by hour, with the percentile of each', async () => {
  const by = resolveKey('@tier', 'spans')
  if (by === undefined) throw new Error('no key')
  const count = (text: string, ...values: readonly string[]) =>
    countGroupsOverTime(store(), { search: parseSearch(text, 'spans').search, range, by: [by], values, bucketNs })
  expect(await count('', 'gold', '')).toEqual([
    { value: '', bucketNs: nsOfMs(hourMs + HOUR_MS), count: 1, failed: 0, p95: 5n, oneIn: 1 },
    { value: 'gold', bucketNs: nsOfMs(hourMs), count: 2, failed: 1, p95: 30n, oneIn: 1 },
    { value: 'gold', bucketNs: nsOfMs(hourMs + HOUR_MS), count: 1, failed: 0, p95: 20n, oneIn: 1 },
  ])
  expect(await count('is:error', 'gold', 'free')).toMatchObject([{ value: 'gold', count: 1, failed: 1 }])
})
