import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findSlowdown } from './find-slowdown.ts'
import { writeFinding } from './write-finding.ts'

const describeSlowdown = (...of: Parameters<typeof findSlowdown>) => writeFinding(findSlowdown(...of))

const HOUR = 3_600_000_000_000n
const rowsOf = (ms: readonly number[]) =>
  ms.map((ms, n) => ({ bucketNs: BigInt(n) * HOUR, p95: BigInt(ms) * 1_000_000n }))
const releases = [
  { atNs: 4n * HOUR, label: '2.4.1' },
  { atNs: 7n * HOUR + HOUR / 2n, label: '7.2.0' },
  { atNs: 12n * HOUR, label: '2.4.2' },
]

test.each([
  [
    'longer since one of them',
    [5, 4, 6, 5, 4, 5, 4, 9, 16, 15, 17, 16, 16, 18, 15, 16],
    'p95 3.2× (5.00 ms → 16.0 ms) since 7.2.0',
  ],
  ['unchanged', [5, 4, 6, 5, 4, 5, 4, 5, 5, 6, 5, 4, 5, 4, 6, 5], ''],
  ['long now and then, as with a timeout', [5, 4, 500, 5, 4, 5, 4, 5, 500, 6, 500, 500, 5, 4, 500, 5], ''],
  ['longer by less than anybody acts on', [1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 3, 3, 3, 3], ''],
  ['longer between releases', [5, 4, 6, 5, 4, 5, 4, 5, 5, 5, 16, 15, 17, 16, 16, 18], ''],
  ['shorter', [16, 15, 17, 16, 16, 18, 15, 16, 5, 4, 6, 5, 4, 5, 4, 5], ''],
  ['known for too short a time', [5, 4, 6, 5], ''],
])('the release since which percentiles are longer: %s', (_, ms, text) => {
  expect(describeSlowdown(rowsOf(ms), releases, { stepNs: HOUR })).toBe(text)
})

test('whatever the percentiles are, a release is named only if most were shorter before, and their order changes nothing', () => {
  const anyMs = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 24 })
  fc.assert(
    fc.property(anyMs, fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 9 }), (ms, step, times) => {
      const rows = rowsOf(ms.map((of, n) => (n < step ? of : of * times)))
      const at = [{ atNs: BigInt(step) * HOUR, label: 'r' }]
      const text = describeSlowdown(rows, at, { stepNs: HOUR })
      expect(describeSlowdown(rows.toReversed(), at, { stepNs: HOUR })).toBe(text)
      if (text === '') return
      const shorter = rows.slice(step).map(({ p95 }) => rows.slice(0, step).filter(before => before.p95 < p95).length)
      expect(shorter.reduce((sum, of) => sum + of, 0)).toBeGreaterThanOrEqual(0.95 * step * (rows.length - step))
    }),
  )
})
