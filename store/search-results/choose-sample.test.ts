import { expect, test } from 'vitest'
import { chooseSampleLevel } from './choose-sample.ts'

test.each([
  [0, 20_000, { level: 0, isStored: false }],
  [1_250, 20_000, { level: 0, isStored: false }],
  [1_251, 20_000, { level: 1, isStored: false }],
  [7_999, 1_000, { level: 3, isStored: false }],
  [8_000, 20_000, { level: 4, isStored: true }],
  [160_000, 20_000, { level: 7, isStored: true }],
])('of %i matches in the sample, at most %i are read: %j', (matches, most, sample) => {
  expect(chooseSampleLevel(matches, { most, least: 8_000 })).toEqual(sample)
})
