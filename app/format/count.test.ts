import { expect, test } from 'vitest'
import { formatApproximate, formatCount, pluralize } from './count.ts'

test('a count has a mark at each group of three digits', () => {
  expect(formatCount(0)).toBe('0')
  expect(formatCount(999)).toBe('999')
  expect(formatCount(1_000)).toBe('1,000')
  expect(formatCount(12_345_678n)).toBe('12,345,678')
})

test('a count agrees with its noun', () => {
  expect(pluralize(0, 'span')).toBe('no spans')
  expect(pluralize(1, 'span')).toBe('1 span')
  expect(pluralize(1_500, 'query', 'queries')).toBe('1,500 queries')
})

test('a count that is not exact has two digits, and says so', () => {
  expect(formatApproximate(0)).toBe('0')
  expect(formatApproximate(200)).toBe('200')
  expect(formatApproximate(201)).toBe('about 200')
  expect(formatApproximate(1_374_266)).toBe('about 1,400,000')
  expect(formatApproximate(999_999)).toBe('about 1,000,000')
})
