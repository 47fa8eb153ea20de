import { expect, test } from 'vitest'
import { formatAmount, formatChange, formatPercentagePoints, formatRatio, formatShare } from './amount.ts'

test.each([
  [0, '0'],
  [1, '1'],
  [0.004, '< 0.01'],
  [0.005, '0.01'],
  [0.25, '0.25'],
  [3.1, '3.1'],
  [12.345, '12.3'],
  [999.4, '999'],
  [1_234.6, '1,235'],
  [9_999, '9,999'],
  [9_999.9, '10.0 k'],
  [12_345, '12.3 k'],
  [1_200_000, '1.20 M'],
  [999_960, '1.00 M'],
  [1e9, '1.00 G'],
  [-12_345, '-12.3 k'],
  [Number.POSITIVE_INFINITY, '∞'],
])('%s is written %s', (amount, text) => {
  expect(formatAmount(amount)).toBe(text)
})

test.each([
  [0, 100, '0 %'],
  [1, 0, '0 %'],
  [1, 100_000, '< 0.01 %'],
  [124, 10_000, '1.24 %'],
  [9_999_999, 10_000_000, '99.9 %'],
  [5, 5, '100 %'],
])('%s of %s is %s', (part, whole, text) => {
  expect(formatShare(part, whole)).toBe(text)
})

test.each([
  [0, 0, 'no change'],
  [1, 0, 'up from 0'],
  [138, 100, 'up 38 %'],
  [88, 100, 'down 12 %'],
  [1_001, 1_000, 'no change'],
  [420, 100, '4.2×'],
  [0, 5, 'down to 0'],
  [1e9, 1, '1.00 G×'],
])('%s after %s is %s', (now, before, text) => {
  expect(formatChange(now, before)).toBe(text)
})

test.each([
  [0.674, 0.997, 'down 32.3 points'],
  [0.05, 0.04, 'up 1 point'],
  [0.5, 0.5, 'no change'],
  [1, 0, 'up 100 points'],
])('a share of %s after %s is %s', (now, before, text) => {
  expect(formatPercentagePoints(now, before)).toBe(text)
})

test.each([
  [3.34, 0.61, '5.5×'],
  [1.07, 0.49, '2.2×'],
  [88, 100, '0.88×'],
  [0, 5, 'down to 0'],
  [5, 0, 'up from 0'],
  [1_040, 1_000, 'no change'],
])('%s after %s is %s in a column of ratios', (now, before, text) => {
  expect(formatRatio(now, before)).toBe(text)
})
