import { expect, test } from 'vitest'
import { compareErrorShares, isBadErrorShare } from './error-share.ts'

test('one error in a hundred is bad, less is not, nor is none of none', () => {
  expect(isBadErrorShare({ errors: 1, total: 100 })).toBe(true)
  expect(isBadErrorShare({ errors: 11, total: 10_000 })).toBe(false)
  expect(isBadErrorShare({ errors: 0, total: 0 })).toBe(false)
})

test('the highest share comes first, but not for one error of three requests', () => {
  const rows = [
    { errors: 0, total: 900 },
    { errors: 1, total: 3 },
    { errors: 5, total: 50 },
    { errors: 30, total: 1_000 },
    { errors: 0, total: 2 },
    { errors: 0, total: 1_000 },
  ]
  expect(rows.toSorted(compareErrorShares)).toEqual([rows[2], rows[3], rows[5], rows[0], rows[1], rows[4]])
})
