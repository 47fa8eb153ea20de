import { expect, test } from 'vitest'
import { exceptionRow, openTestStore, randomHexId, spanRow, type TestStore } from '../../test/store/open-test-store.ts'
import { listLoggedSpanEvents } from './list-logged-span-events.ts'

const attributes = { 'exception.type': 'TypeError', 'exception.message': 'x is undefined' }
const MINUTE_MS = 60_000

async function eventsOf(store: TestStore) {
  const rows = await store.querySql<{ same: string; atNs: string }>(
    "SELECT DedupeKey AS same, toUnixTimestamp64Nano(Timestamp) AS atNs FROM exceptions WHERE Source = 'event' ORDER BY Timestamp",
  )
  return rows.map(({ same, atNs }) => ({ same: BigInt(same), atNs: BigInt(atNs) }))
}

test('finds the span events that match a log record, up to ten minutes apart, and no others', async () => {
  const [far, near] = [
    { traceId: randomHexId(16), spanId: randomHexId(8) },
    { traceId: randomHexId(16), spanId: randomHexId(8) },
  ]
  await using store = await openTestStore([
    spanRow({ at: 60 * MINUTE_MS, ...far, events: [{ name: 'exception', attributes }] }),
    exceptionRow({ at: 40 * MINUTE_MS, ...far }),
    spanRow({ at: 30 * MINUTE_MS, ...near, events: [{ name: 'exception', attributes }] }),
    exceptionRow({ at: 21 * MINUTE_MS, ...near }),
    spanRow({ at: 10 * MINUTE_MS, events: [{ name: 'exception', attributes }] }),
  ])

  const events = await eventsOf(store)
  expect(events).toHaveLength(3)
  expect(await listLoggedSpanEvents(store, { events })).toEqual([events[1]])
})

test('returns nothing for an empty list', async () => {
  await using store = await openTestStore()

  expect(await listLoggedSpanEvents(store, { events: [] })).toEqual([])
})
