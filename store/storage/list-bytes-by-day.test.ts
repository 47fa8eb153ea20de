import { expect, test } from 'vitest'
import { logRow, openTestStore, spanRow } from '../../test/store/open-test-store.ts'
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

test('spans and log records are told apart, and a partition of a week counts for each of its days', async () => {
  await using store = await openTestStore([spanRow({ at: 8 * DAY_MS }), logRow({ at: 8 * DAY_MS })])
  const days = (await listBytesByDay(store, {})) ?? []
  const atMs = Date.now() - 8 * DAY_MS
  const monday = atMs - ((new Date(atMs).getUTCDay() + 6) % 7) * DAY_MS
  const week = Array.from({ length: 7 }, (_, i) => new Date(monday + i * DAY_MS).toISOString().slice(0, 10))
  const [ownDay, ...otherDays] = week
    .map(day => days.find(of => of.day === day))
    .toSorted((a, b) => (b?.spans ?? 0) - (a?.spans ?? 0))
  expect(ownDay?.day).toBe(new Date(atMs).toISOString().slice(0, 10))
  expect(ownDay?.logs).toBeGreaterThan(0)
  expect(ownDay?.ofDay).toBeGreaterThanOrEqual((ownDay?.spans ?? 0) + (ownDay?.logs ?? 0))
  expect(new Set(otherDays.map(day => day?.spans)).size).toBe(1)
  expect(otherDays[0]?.spans).toBeGreaterThan(0)
  expect(otherDays.map(day => day?.logs)).toEqual(otherDays.map(() => 0))
})
