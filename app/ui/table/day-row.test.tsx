import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layoutDays } from './day-row.tsx'

const NOW_MS = Date.UTC(2026, 10, 27, 2)
const hoursAgo = (hours: number) => BigInt(NOW_MS - hours * 3_600_000) * 1_000_000n

test('rows of today have no day, others the head of theirs, or each its own if they are not sorted by time', () => {
  expect(layoutDays([hoursAgo(0), hoursAgo(1)], NOW_MS)).toEqual({ hasDay: false, heads: ['', ''] })
  const times = [hoursAgo(1), hoursAgo(3), hoursAgo(4), hoursAgo(30)]
  expect(layoutDays(times, NOW_MS)).toEqual({ hasDay: false, heads: ['Fri 27 Nov', 'Thu 26 Nov', '', 'Wed 25 Nov'] })
  expect(layoutDays(times, NOW_MS, false)).toEqual({ hasDay: true, heads: ['', '', '', ''] })
})

test('whatever the order, the last head above a row is of its day, and without one it is of today', () => {
  const ofToday = 'Fri 27 Nov'
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 200 })), hours => {
      const times = hours.map(hoursAgo)
      const { heads } = layoutDays(times, NOW_MS)
      let above = ofToday
      for (const [index, atNs] of times.entries()) {
        above = heads[index] || above
        const at = new Date(Number(atNs / 1_000_000n))
        expect(above.split(' ')[1]).toBe(`${at.getUTCDate()}`)
      }
    }),
  )
})
