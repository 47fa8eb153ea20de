import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createChangeRateLimiter } from './change-rate-limiter.ts'

test('a reader has so many changes an hour, and not those of another', () => {
  let now = 0
  const budget = createChangeRateLimiter({ most: 10, nowMs: () => now })
  expect(budget.allows('ann', 10)).toBe(true)
  budget.spend('ann', { batch: '1', count: 8 })
  expect([budget.allows('ann', 2), budget.allows('ann', 3), budget.allows('ben', 10)]).toEqual([true, false, true])
  now = 3_600_000
  expect(budget.allows('ann', 10)).toBe(true)
})

test('what was taken back is not counted', () => {
  const budget = createChangeRateLimiter({ most: 10 })
  budget.spend('ann', { batch: '1', count: 10 })
  budget.giveBack('1')
  expect(budget.allows('ann', 10)).toBe(true)
})

test('whatever is done and taken back, no hour has more open changes of a reader than it may have', () => {
  const step = fc.record({ waitMs: fc.nat(4_000_000), count: fc.integer({ min: 1, max: 6 }), takesBack: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), steps => {
      let now = 0
      const budget = createChangeRateLimiter({ most: 10, nowMs: () => now })
      const done: { atMs: number; count: number }[] = []
      for (const [i, { waitMs, count, takesBack }] of steps.entries()) {
        now += waitMs
        if (!budget.allows('ann', count)) continue
        budget.spend('ann', { batch: `${i}`, count })
        if (takesBack) budget.giveBack(`${i}`)
        else done.push({ atMs: now, count })
        const open = done.filter(({ atMs }) => now - atMs < 3_600_000)
        expect(open.reduce((sum, click) => sum + click.count, 0)).toBeLessThanOrEqual(10)
      }
    }),
  )
})
