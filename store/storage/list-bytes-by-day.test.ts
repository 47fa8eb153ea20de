import { expect, test } from 'vitest'
import { openTestStore, spanRow } from '../../test/store/open-test-store.ts'
import { DAY_MS } from '../time-units.ts'
import { listBytesByDay } from './list-bytes-by-day.ts'

test("each day's telemetry takes bytes, and will leave on a day to come", async () => {
  await using store = await openTestStore([spanRow({ at: DAY_MS }), spanRow({ at: 2 * DAY_MS })])
  const days = (await listBytesByDay(store, {})) ?? []
  const dayOf = (ms: number) => new Date(Date.now() + ms).toISOString().slice(0, 10)
  const bytes = (day: string) => days.find(of => of.day === day)?.ofDay ?? 0
  expect(bytes(dayOf(-DAY_MS))).toBeGreaterThan(0)
  expect(bytes(dayOf(-2 * DAY_MS))).toBeGreaterThan(0)
  expect(days.filter(({ day, leaving }) => day > dayOf(0) && leaving > 0).length).toBeGreaterThan(0)
})
