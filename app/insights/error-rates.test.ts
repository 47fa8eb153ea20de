import { expect, test } from 'vitest'
import { byErrorShare, byFailures, isBadErrorShare } from './error-rates.ts'

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
  expect(rows.toSorted(byErrorShare)).toEqual([rows[2], rows[3], rows[5], rows[0], rows[1], rows[4]])
})

test('what fails more than before stands above a higher rate that chance explains', () => {
  const of = (failed: number, requests: number, before: number) => ({
    failed: { now: failed, before },
    requests: { now: requests, before: requests },
  })
  const rows = [of(7, 71, 3), of(23, 659, 7), of(28, 1_527, 1), of(500, 1_000, 490)]
  expect(rows.toSorted(byFailures)).toEqual([rows[1], rows[2], rows[3], rows[0]])
})
