import fc from 'fast-check'
import { expect, test } from 'vitest'
import { previousRange } from './count-and-compare.ts'

const NOW_MS = 1_800_000_000_000
const NOW_NS = BigInt(NOW_MS) * 1_000_000n

test('before a range that reaches ahead lies as much as has passed of it', () => {
  const range = { from: NOW_NS - 100n, to: NOW_NS + 40n }
  expect(previousRange(range, NOW_MS)).toEqual({ from: NOW_NS - 200n, to: NOW_NS - 100n })
})

test('before what has no beginning there is nothing', () => {
  expect(previousRange({ from: 0n, to: NOW_NS }, NOW_MS)).toBeUndefined()
})

test('any range ends where the time before it does, and is no shorter', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 2n * NOW_NS), fc.bigInt(1n, NOW_NS), (from, length) => {
      const before = previousRange({ from, to: from + length }, NOW_MS)
      if (before === undefined) return from < length || from === 0n
      return before.to === from && before.from < from && before.to - before.from <= length
    }),
  )
})
