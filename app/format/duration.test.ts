import { expect, test } from 'vitest'
import { formatDuration, formatElapsed } from './duration.ts'

test.each([
  [0n, '0 ns'],
  [1n, '1 ns'],
  [999n, '999 ns'],
  [1_000n, '1.00 µs'],
  [12_345n, '12.3 µs'],
  [999_400n, '999 µs'],
  [999_960n, '1.00 ms'],
  [4_560_000n, '4.56 ms'],
  [9_996_000n, '10.0 ms'],
  [123_456_789n, '123 ms'],
  [1_204_000_000n, '1.20 s'],
  [59_900_000_000n, '59.9 s'],
])('a duration below a minute, %s ns, has three digits: %s', (ns, text) => {
  expect(formatDuration(ns)).toBe(text)
})

test.each([
  [60_000_000_000n, '1 min'],
  [123_000_000_000n, '2 min 3 s'],
  [3_600_000_000_000n, '1 h'],
  [3_900_000_000_000n, '1 h 5 min'],
  [93_600_000_000_000n, '1 d 2 h'],
  [1_209_600_000_000_000n, '14 d'],
])('a duration from a minute upwards, %s ns, has two units: %s', (ns, text) => {
  expect(formatDuration(ns)).toBe(text)
})

test('59.97 seconds are a minute, not sixty seconds', () => {
  expect(formatDuration(59_970_000_000n)).toBe('1 min')
})

test('59 minutes and 59.6 seconds are an hour, and 23 h 59.6 min a day', () => {
  expect(formatDuration(3_599_600_000_000n)).toBe('1 h')
  expect(formatDuration(3_599_400_000_000n)).toBe('59 min 59 s')
  expect(formatDuration(86_376_000_000_000n)).toBe('1 d')
})

test('a negative duration keeps its sign', () => {
  expect(formatDuration(-4_560_000n)).toBe('−4.56 ms')
})

test.each([
  [0n, '0.00 s'],
  [5_324_000_000n, '5.32 s'],
  [59_994_000_000n, '59.99 s'],
  [59_995_000_000n, '1 min'],
  [90_120_000_000n, '1 min 30 s'],
  [3_723_450_000_000n, '1 h 2 min'],
])('a time since a start, %s ns, is given to a hundredth of a second, from a minute as a duration: %s', (ns, text) => {
  expect(formatElapsed(ns)).toBe(text)
})
