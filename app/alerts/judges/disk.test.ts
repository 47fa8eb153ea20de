import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getStorage } from '../../../store/storage/get-storage.ts'
import { listBytesByDay } from '../../../store/storage/list-bytes-by-day.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { judgeOne, ruleOf } from '../../../test/alerts/judge-one.ts'
import { spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { daysUntilFull, judgeDisk } from './disk.ts'

const nowMs = Date.now()
const store = shareTestStore([1, 2, 3, 4].map(days => spanRow({ at: days * DAY_MS })))

test('a disk that lasts for long is no breach, and says how much is free and comes in a day', async () => {
  const judged = await judgeOne(judgeDisk, {
    store: store(),
    rule: ruleOf('disk', { withinDays: 3 }),
    slotsMs: [nowMs],
  })
  const [first] = judged[0]?.observations ?? []
  expect(first).toMatchObject({ isBreach: false, value: 365, threshold: 3, unit: 'days' })
  expect(first?.why).toMatch(/^not full within a year: [\d.]+ [KMGT]iB free, [\d.]+ [KM]?i?B a day$/)
})

test('bytes are known of each day, and of the day on which they are deleted', async () => {
  const days = (await listBytesByDay(store(), {})) ?? []
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const ofDay = days.filter(of => of.ofDay > 0).map(({ day }) => day)
  expect(ofDay).toEqual(expect.arrayContaining([4, 3, 2, 1].map(count => dayOf(nowMs - count * DAY_MS))))
  expect(days.filter(({ leaving }) => leaving > 0).map(({ day }) => day)).toContain(dayOf(nowMs + 10 * DAY_MS))
  expect((await getStorage(store(), {}))?.free).toBeGreaterThan(0)
})

test('what is deleted meanwhile makes room', () => {
  const slotMs = Date.parse('2026-11-29T12:00:00Z')
  const fill = (leaving: number) =>
    daysUntilFull({ days: [{ day: '2026-12-01', ofDay: 0, leaving }], slotMs, freeBytes: 250, bytesADay: 100 })
  expect([0, 49, 51, 1_000].map(fill)).toEqual([2, 2, 3, 12])
})

test('more room never fills a disk earlier, nor does less that comes', () => {
  const amounts = fc.tuple(fc.nat(10_000), fc.nat(10_000), fc.nat(1_000), fc.nat(1_000))
  fc.assert(
    fc.property(amounts, ([freeBytes, more, bytesADay, fewer]) => {
      const slotMs = nowMs
      const left = daysUntilFull({ days: [], slotMs, freeBytes, bytesADay })
      expect(daysUntilFull({ days: [], slotMs, freeBytes: freeBytes + more, bytesADay })).toBeGreaterThanOrEqual(left)
      const rate = Math.max(0, bytesADay - fewer)
      expect(daysUntilFull({ days: [], slotMs, freeBytes: freeBytes + 1, bytesADay: rate })).toBeGreaterThanOrEqual(
        left,
      )
    }),
  )
})
