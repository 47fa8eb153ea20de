import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatShare } from '../format/amount.ts'
import { findRise } from './find-rise.ts'
import { writeFinding } from './write-finding.ts'

const describeRise = (...of: Parameters<typeof findRise>) => writeFinding(findRise(...of))

const HOUR = 3_600_000_000_000n
const marks = [
  { atNs: 4n * HOUR, label: '2.4.2' },
  { atNs: 2n * HOUR, label: '2.4.1' },
]
const rowsOf = (failed: readonly number[], count = 100) =>
  failed.map((failed, n) => ({ bucketNs: BigInt(n) * HOUR, count, failed }))
const riseOf = (failed: readonly number[], count = 100) =>
  describeRise(rowsOf(failed, count), marks, { toNs: 6n * HOUR })

test.each([
  ['those of a release', [1, 1, 10, 14, 1, 1], 'error rate 12× (1 % → 12 %) from 2.4.1 to 2.4.2'],
  ['those of the last release', [1, 1, 1, 1, 9, 9], 'error rate 9× (1 % → 9 %) since 2.4.2'],
  ['many more after the second', [1, 1, 5, 5, 24, 24], 'error rate 8× (3 % → 24 %) since 2.4.2'],
  ['as many as before', [8, 9, 9, 8, 9, 9], ''],
  ['few', [0, 0, 1, 1, 1, 1], ''],
  ['those of an hour in which no release began', [1, 1, 1, 40, 1, 1], ''],
])('a chart names the release with which more failed: %s', (_, failed, text) => {
  expect(riseOf(failed)).toBe(text)
})

test('an earlier release with few failures is not named for those of a later one', () => {
  const failed = [1, 0, 2, 1, 1, 0, 1, 1, 1, 2, 3, 1, 4, 3, 24, 18, 19, 18, 17, 8, 7]
  const releases = [
    { atNs: 5n * HOUR, label: '0.10.0' },
    { atNs: 9n * HOUR, label: '1.19.0' },
    { atNs: 14n * HOUR - 1n, label: '2.4.1' },
    { atNs: 16n * HOUR, label: '7.2.0' },
    { atNs: 19n * HOUR - 1n, label: '2.4.2' },
  ]
  expect(describeRise(rowsOf(failed, 200), releases, { toNs: 21n * HOUR })).toBe(
    'error rate 14× (0.69 % → 9.88 %) from 2.4.1 to 2.4.2',
  )
})

test('the bucket in which a release began says nothing of the one before', () => {
  const releases = [
    { atNs: 1n * HOUR, label: '2.4.0' },
    { atNs: 2n * HOUR + HOUR / 2n, label: '2.4.1' },
    { atNs: 5n * HOUR, label: '2.4.2' },
  ]
  expect(describeRise(rowsOf([2, 2, 8, 20, 20, 2, 2], 200), releases, { toNs: 7n * HOUR })).toBe(
    'error rate 10× (1 % → 10 %) from 2.4.1 to 2.4.2',
  )
})

test('releases of two services at one time are both named', () => {
  const releases = [...marks, { atNs: 4n * HOUR, label: '1.19.0' }]
  expect(describeRise(rowsOf([1, 1, 1, 1, 9, 9]), releases, { toNs: 6n * HOUR })).toBe(
    'error rate 9× (1 % → 9 %) since 1.19.0 or 2.4.2',
  )
})

test('few traces say nothing of a release, nor do many that are estimated from few', () => {
  expect(riseOf([0, 0, 9, 9, 0, 0], 9)).toBe('')
  const few = rowsOf([0, 0, 90, 90, 90, 90], 200)
  expect(describeRise(few, marks, { toNs: 6n * HOUR })).toBe('error rate 0 % → 45 % since 2.4.1')
  expect(describeRise(few, marks, { toNs: 6n * HOUR, oneIn: 64 })).toBe('')
})

/** Releases at the starts of some buckets, without the first, and 2 to 4 hundred requests in each. */
const charts = fc.array(fc.integer({ min: 2, max: 4 }), { minLength: 4, maxLength: 30 }).chain(hundreds =>
  fc.record({
    hundreds: fc.constant(hundreds),
    at: fc.uniqueArray(fc.integer({ min: 1, max: hundreds.length - 1 }), { minLength: 1, maxLength: 6 }),
  }),
)
const releasesAt = (at: readonly number[]) => at.map(n => ({ atNs: BigInt(n) * HOUR, label: `r${n}` }))

test('a share that steps at one release names that one, and a constant one none', () => {
  fc.assert(
    fc.property(charts, ({ hundreds, at }) => {
      const toNs = BigInt(hundreds.length) * HOUR
      const step = at[0] ?? 1
      const withRate = (percentOf: (n: number) => number) =>
        hundreds.map((of, n) => ({ bucketNs: BigInt(n) * HOUR, count: of * 100, failed: of * percentOf(n) }))
      expect(
        describeRise(
          withRate(n => (n < step ? 1 : 25)),
          releasesAt(at),
          { toNs },
        ),
      ).toBe(`error rate 25× (1 % → 25 %) since r${step}`)
      expect(
        describeRise(
          withRate(() => 3),
          releasesAt(at),
          { toNs },
        ),
      ).toBe('')
    }),
  )
})

test('whatever the rows are, their order and how they are split change nothing, and the shares are those of the named times', () => {
  const rates = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 30, maxLength: 30 })
  fc.assert(
    fc.property(charts, rates, ({ hundreds, at }, percents) => {
      const toNs = BigInt(hundreds.length) * HOUR
      // Alike for several buckets, as of a release.
      const rows = hundreds.map((of, n) => ({
        bucketNs: BigInt(n) * HOUR,
        count: of * 100,
        failed: of * (percents[Math.floor(n / 4)] ?? 0),
      }))
      const text = describeRise(rows, releasesAt(at), { toNs })
      const split = rows.flatMap(row => [
        { ...row, count: row.count - 7, failed: 0 },
        { ...row, count: 7 },
      ])
      expect(describeRise(split.toReversed(), releasesAt(at).toReversed(), { toNs })).toBe(text)
      const named = /^error rate (?:.*\()?([^(]+ %) → (.+ %)\)? (?:since|from) r(\d+)(?: to r(\d+))?$/.exec(text)
      if (named === null) return
      const [, before, during, from, to = hundreds.length] = named
      const shareOf = (first: number, end: number) => {
        const of = rows.slice(first, end)
        const sum = (value: 'count' | 'failed') => of.reduce((total, row) => total + row[value], 0)
        return formatShare(sum('failed'), sum('count'))
      }
      expect([during, before]).toEqual([shareOf(Number(from), Number(to)), shareOf(0, Number(from))])
    }),
  )
})
