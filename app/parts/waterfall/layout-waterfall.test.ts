import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutWaterfall } from './layout-waterfall.server.ts'

const SECOND_NS = 1_000_000_000n

test('a span of a millisecond, or of no time, has a bar that is drawn in a trace of ten minutes', () => {
  const spans = [
    { startNs: 0n, durationNs: 600n * SECOND_NS },
    { startNs: 300n * SECOND_NS, durationNs: 1_000_000n },
    { startNs: 600n * SECOND_NS, durationNs: 0n },
  ]
  const repeated = { spanIds: [], totalNs: 0n, startNs: 5n, endNs: 6n }
  const { bars, repeated: drawn } = layoutWaterfall(spans, [], [repeated])
  expect(bars).toEqual([
    [0, 100],
    [50, 0.1],
    [99.8, 0.2],
  ])
  expect(drawn[0]?.bar).toEqual([0, 0.1])
})

test('of any trace each bar has a width and is on the axis', () => {
  const time = fc.oneof(fc.bigInt(0n, 10n), fc.bigInt(0n, 10n ** 18n))
  const spans = fc.array(fc.record({ startNs: time, durationNs: time }))
  fc.assert(
    fc.property(spans, all => {
      for (const [from, length] of layoutWaterfall(all, []).bars) {
        expect(from).toBeGreaterThanOrEqual(0)
        expect(length).toBeGreaterThanOrEqual(0.1)
        expect(from + length).toBeLessThan(100.01)
      }
    }),
  )
})
