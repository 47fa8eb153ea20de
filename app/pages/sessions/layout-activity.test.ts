import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutActivity } from './layout-activity.ts'

const DAY_MS = 86_400_000
const nowMs = Date.UTC(2026, 10, 27, 12)
const began = (ms: number, failedPages = 0) => ({ firstNs: BigInt(ms) * 1_000_000n, exceptions: 0, failedPages })

test('each day has the sessions that began on it, and how many of them had failures', () => {
  const sessions = [began(nowMs, 1), began(nowMs - 1_000), began(nowMs - DAY_MS)]
  expect(layoutActivity(sessions, { nowMs, days: 3, isWhole: true })).toEqual([
    { day: 'Wed 25 Nov', sessions: 0, failed: 0 },
    { day: 'Thu 26 Nov', sessions: 1, failed: 0 },
    { day: 'Fri 27 Nov', sessions: 2, failed: 1 },
  ])
  expect(layoutActivity([], { nowMs, days: 3, isWhole: true })).toBeUndefined()
})

test('every session within the days is counted once, and no day before the oldest if there may be more', () => {
  const ages = fc.array(fc.nat(13 * DAY_MS), { minLength: 1 })
  fc.assert(
    fc.property(ages, fc.boolean(), (all, isWhole) => {
      const days = layoutActivity(
        all.map(age => began(nowMs - age)),
        { nowMs, days: 14, isWhole },
      )
      expect(days?.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(all.length)
      expect(days?.at(-1)?.day).toBe('Fri 27 Nov')
      if (isWhole) expect(days).toHaveLength(14)
      else expect(days?.[0]?.sessions).toBeGreaterThan(0)
    }),
  )
})
