import { expect, test } from 'vitest'
import { getStorage } from '../../../store/storage/get-storage.ts'
import { listBytesByDay } from '../../../store/storage/list-bytes-by-day.ts'
import { DAY_MS } from '../../../store/time-units.ts'
import { judgeOne, ruleOf } from '../../../test/alerts/judge-one.ts'
import { spanRow } from '../../../test/store/open-test-store.ts'
import { shareTestStore } from '../../../test/store/share-test-store.ts'
import { judgeDisk } from './disk.ts'

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
