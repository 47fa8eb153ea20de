import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addPreviousPeriod } from './comparison.ts'

const MINUTE_NS = 60_000_000_000n

test('the current period is the range, and the previous one ends where it begins and is as long as it has lasted', () => {
  const moment = fc.bigInt({ min: 10n ** 18n, max: 2n * 10n ** 18n })
  const length = fc.bigInt({ min: 1n, max: 10n ** 16n })
  fc.assert(
    fc.property(moment, length, length, (from, lengthNs, passedNs) => {
      const [to, nowNs] = [from + lengthNs, from + passedNs]
      const compared = addPreviousPeriod({ from, to }, 5n * MINUTE_NS, nowNs)
      const lastedNs = nowNs < to ? passedNs : lengthNs
      expect(compared).toMatchObject({ beforeNs: from - lastedNs, fromNs: from, toNs: to, lastedNs })
    }),
  )
})

test('there is no period before the beginning of time', () => {
  expect(addPreviousPeriod({ from: 5n, to: 20n }, MINUTE_NS * 5n).beforeNs).toBe(5n)
})
