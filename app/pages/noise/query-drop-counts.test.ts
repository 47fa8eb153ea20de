import { expect, test } from 'vitest'
import { chooseBuckets } from './query-drop-counts.server.ts'

const HOUR_NS = 3_600_000_000_000n
const hours = (count: bigint) => ({ from: 1_000n * 24n * HOUR_NS, to: 1_000n * 24n * HOUR_NS + count * HOUR_NS })

test('few drops are drawn in bars of two hours of a day, many in those of half an hour', () => {
  expect(chooseBuckets(hours(24n), 25).stepNs).toBe(2n * HOUR_NS)
  expect(chooseBuckets(hours(24n), 96).stepNs).toBe(HOUR_NS / 2n)
})

test('longer bars are whole numbers of the shorter ones, whatever the range is', () => {
  for (const count of [1n, 3n, 6n, 24n, 48n, 168n, 336n, 744n]) {
    const [few, many] = [chooseBuckets(hours(count), 1), chooseBuckets(hours(count), 1e6)]
    expect([count, few.stepNs % many.stepNs]).toEqual([count, 0n])
    expect(few.buckets.length).toBeGreaterThan(1)
  }
})
