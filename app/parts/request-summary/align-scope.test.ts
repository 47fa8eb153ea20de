import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readScope, writeScope } from '../../url/scope.ts'
import { alignScopeToBuckets } from './align-scope.ts'
import { comparedPeriods } from './query-summary.server.ts'

const nowMs = Date.UTC(2026, 10, 21, 14, 3, 7)
const moment = fc.bigInt({ min: BigInt(nowMs - 400 * 86_400_000) * 1_000_000n, max: BigInt(nowMs) * 1_000_000n })

test('what a number of a time between two moments leads to has the time in which it was counted', () => {
  fc.assert(
    fc.property(moment, moment, (a, b) => {
      const [from, to] = a < b ? [a, b] : [b, a + 1n]
      const asked = readScope(new URLSearchParams(writeScope({ from, to })), nowMs)
      const counted = comparedPeriods({ range: asked.range, nowMs })
      const led = readScope(new URLSearchParams(writeScope(alignScopeToBuckets(asked.filters, counted))), nowMs)
      expect(led).toMatchObject({ filterErrors: [], range: { from: counted.fromNs, to: counted.toNs } })
      expect(led.range.from).toBeLessThanOrEqual(from)
      expect(led.range.to).toBeGreaterThanOrEqual(to)
    }),
  )
})

test('the last hours stay the last hours', () => {
  const { filters, range } = readScope(new URLSearchParams('last=6h'), nowMs)
  expect(alignScopeToBuckets(filters, comparedPeriods({ range, nowMs }))).toEqual(filters)
})
