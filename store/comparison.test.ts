import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addPreviousPeriod, longestStoredStepMinutes } from './comparison.ts'

const MINUTE_NS = 60_000_000_000n

test('both periods have the same length, adjoin, and consist of whole buckets that cover the range', () => {
  const moment = fc.bigInt({ min: 10n ** 18n, max: 2n * 10n ** 18n })
  const length = fc.bigInt({ min: 1n, max: 10n ** 16n })
  const steps = fc.constantFrom(5n, 15n, 30n, 60n, 180n, 1440n)
  fc.assert(
    fc.property(moment, length, steps, (from, lengthNs, minutes) => {
      const stepNs = minutes * MINUTE_NS
      const { beforeNs, fromNs, toNs } = addPreviousPeriod({ from, to: from + lengthNs }, stepNs)
      expect(fromNs - beforeNs).toBe(toNs - fromNs)
      expect([beforeNs % stepNs, fromNs % stepNs, toNs % stepNs]).toEqual([0n, 0n, 0n])
      expect(fromNs <= from && toNs >= from + lengthNs).toBe(true)
      expect(fromNs > from - stepNs && toNs < from + lengthNs + stepNs).toBe(true)
    }),
  )
})

test('there is no period before the beginning of time', () => {
  expect(addPreviousPeriod({ from: 0n, to: 1n }, MINUTE_NS * 5n).beforeNs).toBe(0n)
})

test('the longest stored step that divides a bucket is read; any other bucket throws', () => {
  const stepOfMinutes = (minutes: number) => longestStoredStepMinutes({ stepNs: BigInt(minutes) * MINUTE_NS })
  expect([5, 15, 30, 60, 180, 360].map(stepOfMinutes)).toEqual([5, 5, 30, 30, 180, 180])
  expect(() => stepOfMinutes(7)).toThrow(RangeError)
  expect(() => stepOfMinutes(0)).toThrow(RangeError)
})
