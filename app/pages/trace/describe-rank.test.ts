import { expect, test } from 'vitest'
import { describeRank } from './describe-rank.ts'

test.each([
  [{ transactions: 1_240, shorter: 1_203, longer: 37, oneIn: 1 }, 'longer than 97 % of 1,240 of the day before'],
  [{ transactions: 1_240, shorter: 1_239, longer: 1, oneIn: 1 }, 'longer than 99 % of 1,240 of the day before'],
  [{ transactions: 1_240, shorter: 1_240, longer: 0, oneIn: 1 }, 'longer than all 1,240 of the day before'],
  [{ transactions: 100, shorter: 10, longer: 80, oneIn: 1 }, 'shorter than 80 % of 100 of the day before'],
  [
    { transactions: 50_000, shorter: 25_000, longer: 20_000, oneIn: 4 },
    'longer than 50 % of about 200,000 of the day before',
  ],
  [{ transactions: 19, shorter: 19, longer: 0, oneIn: 1 }, ''],
  [{ transactions: 20, shorter: 0, longer: 0, oneIn: 1 }, ''],
])('%o is %j', (rank, text) => {
  expect(describeRank(rank)).toBe(text)
})
