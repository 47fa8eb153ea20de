import { expect, test } from 'vitest'
import { describeRise } from './describe-rise.ts'

const HOUR = 3_600_000_000_000n
const marks = [
  { atNs: 4n * HOUR, label: '2.4.2', title: '' },
  { atNs: 2n * HOUR, label: '2.4.1', title: '' },
]
const riseOf = (failed: readonly number[], count = 100) => {
  const counts = failed.map((failed, n) => ({ bucketNs: BigInt(n) * HOUR, count, failed }))
  return describeRise(counts, marks, 6n * HOUR)
}

test.each([
  ['those of a release', [1, 1, 10, 14, 1, 1], 'Failed: 12 % from 2.4.1 to 2.4.2, 1 % before.'],
  ['those of the last release', [1, 1, 1, 1, 9, 9], 'Failed: 9 % since 2.4.2, 1 % before.'],
  ['more after the second', [1, 1, 5, 5, 14, 14], 'Failed: 9.5 % since 2.4.1, 1 % before.'],
  ['as many as before', [8, 9, 9, 8, 9, 9], ''],
  ['few', [0, 0, 1, 1, 1, 1], ''],
])('a chart names the release after which more failed: %s', (_, failed, text) => {
  expect(riseOf(failed)).toBe(text)
})

test('the bucket in which a release began says nothing of the one before', () => {
  const counts = [1, 1, 90, 10, 10, 1, 1].map((failed, n) => ({ bucketNs: BigInt(n) * HOUR, count: 100, failed }))
  const releases = [
    { atNs: 1n * HOUR, label: '2.4.0', title: '' },
    { atNs: 2n * HOUR + HOUR / 2n, label: '2.4.1', title: '' },
    { atNs: 5n * HOUR, label: '2.4.2', title: '' },
  ]
  expect(describeRise(counts, releases, 7n * HOUR)).toBe('Failed: 10 % from 2.4.1 to 2.4.2, 1 % before.')
})

test('few traces say nothing of a release', () => {
  expect(riseOf([0, 0, 9, 9, 0, 0], 10)).toBe('')
})
