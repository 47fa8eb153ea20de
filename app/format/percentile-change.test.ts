import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isP95ChangeNegligible } from './percentile-change.ts'

/** Percentiles in milliseconds. */
const of = (requests: number, p50: number, p95: number) => ({
  requests,
  p50: BigInt(p50 * 1e6),
  p95: BigInt(p95 * 1e6),
})

test('a rise of a percentile that chance does not explain counts, whichever way it goes', () => {
  expect(isP95ChangeNegligible(of(80, 246, 430), of(88, 180, 236))).toBe(false)
  expect(isP95ChangeNegligible(of(88, 180, 236), of(80, 246, 430))).toBe(false)
})

test('a small change, few durations and widely spread ones leave it to chance', () => {
  expect(isP95ChangeNegligible(of(80, 100, 220), of(80, 100, 200))).toBe(true)
  expect(isP95ChangeNegligible(of(19, 246, 430), of(2_000, 180, 236))).toBe(true)
  expect(isP95ChangeNegligible(of(80, 10, 430), of(88, 10, 236))).toBe(true)
  expect(isP95ChangeNegligible(of(80, 0, 430), of(88, 180, 236))).toBe(true)
})

test('percentiles of one in so many requests are those of as many requests as were read', () => {
  const read = fc.record({ requests: fc.integer({ min: 1, max: 5_000 }), p50: fc.nat(500), p95: fc.nat(5_000) })
  fc.assert(
    fc.property(read, read, fc.constantFrom(1, 2, 64), (now, before, oneIn) => {
      const [one, other] = [now, before].map(({ requests, p50, p95 }) => of(requests, p50, p95))
      const [all, others] = [now, before].map(({ requests, p50, p95 }) => of(requests * oneIn, p50, p95))
      if (!one || !other || !all || !others) return
      expect(isP95ChangeNegligible(all, others, oneIn)).toBe(isP95ChangeNegligible(one, other))
    }),
  )
  expect(isP95ChangeNegligible(of(80 * 64, 10, 430), of(88 * 64, 10, 236))).toBe(false)
  expect(isP95ChangeNegligible(of(80 * 64, 10, 430), of(88 * 64, 10, 236), 64)).toBe(true)
})

test('a change of less than five milliseconds is negligible, however many times it is', () => {
  expect(isP95ChangeNegligible(of(2_000, 1, 5.9), of(2_000, 0.5, 1))).toBe(true)
  expect(isP95ChangeNegligible(of(2_000, 0.5, 1), of(2_000, 1, 5.9))).toBe(true)
  expect(isP95ChangeNegligible(of(2_000, 1, 6.1), of(2_000, 0.5, 1))).toBe(false)
})
