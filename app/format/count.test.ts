import { expect, test } from 'vitest'
import { countOf, formatCount } from './count.ts'

test('a count has a mark at each group of three digits', () => {
  expect(formatCount(0)).toBe('0')
  expect(formatCount(999)).toBe('999')
  expect(formatCount(1_000)).toBe('1,000')
  expect(formatCount(12_345_678n)).toBe('12,345,678')
})

test('a count agrees with its noun', () => {
  expect(countOf(0, 'span')).toBe('no spans')
  expect(countOf(1, 'span')).toBe('1 span')
  expect(countOf(1_500, 'query', 'queries')).toBe('1,500 queries')
})
