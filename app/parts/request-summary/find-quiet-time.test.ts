import { expect, test } from 'vitest'
import { findQuietTime } from './find-quiet-time.ts'

const HOUR_NS = 3_600_000_000_000n
const buckets = Array.from({ length: 12 }, (_, at) => ({
  fromNs: BigInt(at) * HOUR_NS,
  toNs: BigInt(at + 1) * HOUR_NS,
}))
const failed = (...hours: readonly number[]) => buckets.map((_, at) => hours.filter(hour => hour === at).length * 2)

test('failures stopped if so many are missing that chance does not explain it, for an hour at least', () => {
  const nowNs = 12n * HOUR_NS
  expect(findQuietTime(failed(2, 3, 5), buckets, nowNs)).toBe('6 h')
  expect(findQuietTime(failed(2, 3, 5, 8), buckets, nowNs)).toBe('')
  expect(findQuietTime(failed(1, 8), buckets, nowNs)).toBe('')
  expect(findQuietTime(failed(2, 3, 5, 11), buckets, nowNs)).toBe('')
  expect(findQuietTime(failed(), buckets, nowNs)).toBe('')
  expect(findQuietTime([...failed(0).fill(100, 0, 11), 0], buckets, nowNs - HOUR_NS / 2n)).toBe('')
})

test('of a time range that ended nothing is said of now', () => {
  expect(findQuietTime(failed(2, 3, 5), buckets, 13n * HOUR_NS)).toBe('')
})
