import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysUntilFull } from './forecast-disk.ts'

test('what is deleted meanwhile makes room', () => {
  const atMs = Date.parse('2026-11-29T12:00:00Z')
  const fill = (leaving: number) =>
    daysUntilFull({ days: [{ day: '2026-12-01', ofDay: 0, leaving }], atMs, freeBytes: 250, bytesADay: 100 })
  expect([0, 49, 51, 1_000].map(fill)).toEqual([2, 2, 3, 12])
})

test('more room never fills a disk earlier, nor does less that comes', () => {
  const amounts = fc.tuple(fc.nat(10_000), fc.nat(10_000), fc.nat(1_000), fc.nat(1_000))
  fc.assert(
    fc.property(amounts, ([freeBytes, more, bytesADay, fewer]) => {
      const atMs = Date.parse('2026-11-29T12:00:00Z')
      const left = daysUntilFull({ days: [], atMs, freeBytes, bytesADay })
      expect(daysUntilFull({ days: [], atMs, freeBytes: freeBytes + more, bytesADay })).toBeGreaterThanOrEqual(left)
      const rate = Math.max(0, bytesADay - fewer)
      expect(daysUntilFull({ days: [], atMs, freeBytes: freeBytes + 1, bytesADay: rate })).toBeGreaterThanOrEqual(left)
    }),
  )
})
