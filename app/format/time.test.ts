import { expect, test } from 'vitest'
import { formatAgo, formatSince, formatTimeOfDay, formatTimestamp, isoTimestamp } from './time.ts'

const at = 1_700_000_000_123_456_789n

test('a moment is written in UTC to the millisecond, cut and not rounded', () => {
  expect(formatTimestamp(at)).toBe('2023-11-14 22:13:20.123')
  expect(formatTimestamp(1_700_000_000_999_999_999n)).toBe('2023-11-14 22:13:20.999')
})

test('the machine-readable moment keeps every nanosecond', () => {
  expect(isoTimestamp(at)).toBe('2023-11-14T22:13:20.123456789Z')
  expect(isoTimestamp(1_700_000_000_000_000_001n)).toBe('2023-11-14T22:13:20.000000001Z')
})

test('the time of day leaves the date out', () => {
  expect(formatTimeOfDay(at)).toBe('22:13:20.123')
})

test('a moment before 1970 keeps its digits', () => {
  expect(isoTimestamp(-1n)).toBe('1969-12-31T23:59:59.999999999Z')
})

test('a moment centuries ahead is still written', () => {
  expect(formatTimestamp(2n ** 63n * 4n)).toBe('3139-02-09 23:09:07.419')
})

test.each([
  [0n, 'now'],
  [999_999_999n, 'now'],
  [12_000_000_000n, '12 s ago'],
  [60_000_000_000n, '1 min ago'],
  [7_199_000_000_000n, '1 h ago'],
  [47n * 3_600_000_000_000n, '47 h ago'],
  [48n * 3_600_000_000_000n, '2 d ago'],
])('%s ns before now is %s', (ns, text) => {
  expect(formatAgo(at - ns, at)).toBe(text)
})

test('a moment ahead of now says so, two seconds of skew aside', () => {
  expect(formatAgo(at + 2_000_000_000n, at)).toBe('now')
  expect(formatAgo(at + 240_000_000_000n, at)).toBe('4 min ahead')
})

test.each([
  [-86_400n, '11-25 02:30'],
  [-86_399n, '02:30'],
  [-10_800n, '23:30'],
  [0n, '02:30'],
  [86_399n, '02:29'],
])('a time %i s from another has its day only if it needs one', (seconds, text) => {
  const nowNs = BigInt(Date.UTC(2026, 10, 26, 2, 30)) * 1_000_000n
  expect(formatSince(nowNs + seconds * 1_000_000_000n, nowNs)).toBe(text)
})
