import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../test/property-runs.ts'
import { DELIVERED_ROWS, DELIVERED_SUBJECTS } from '../test/store/delivered-rows.ts'
import { queryEveryPage } from '../test/store/every-answer.ts'
import { type InsertedRow, openTestStore } from '../test/store/open-test-store.ts'
import {
  createParamValues,
  findDifferentResults,
  findQueriesWithoutRows,
  runQueries,
} from '../test/store/run-queries.ts'
import { countIngested } from './pipeline/count-ingested.ts'
import type { TimeRange, TraceId } from './units.ts'

test("repeated deliveries, in any pieces and order and without merges, change no query's result", async () => {
  await using store = await openTestStore()
  const kept = "SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree'"
  for (const { name } of await store.querySql<{ name: string }>(kept)) await store.command(`SYSTEM STOP MERGES ${name}`)
  await store.insert(DELIVERED_ROWS)
  const params = await createParamValues(store)
  const once = await runQueries(store, params)
  const shown = await queryEveryPage(store, seen)
  expect(findQueriesWithoutRows(once)).toEqual([])

  await fc.assert(
    fc.asyncProperty(deliveries, async inserts => {
      for (const insert of inserts) await store.insert(insert)
      expect(findDifferentResults(once, await runQueries(store, params))).toEqual([])
      expect(await queryEveryPage(store, seen)).toEqual(shown)
    }),
    { ...runs(1), endOnFailure: true },
  )
})

test('rows that reached a table but not its views count once when they are delivered again', async () => {
  await using store = await openTestStore()
  const view = 'exceptions_buffer_of_logs'
  const [made] = await store.querySql<{ sql: string }>(
    `SELECT create_table_query AS sql FROM system.tables WHERE database = currentDatabase() AND name = '${view}'`,
  )
  await store.command(`DROP VIEW ${view}`)
  await store.insert(DELIVERED_ROWS)
  expect(await countIngested(store, { traceId: seen.traceIds[0] })).toMatchObject({ logs: 3, exceptions: 2 })
  await store.command(made?.sql ?? '')
  await store.insert(DELIVERED_ROWS)

  expect(await countIngested(store, { traceId: seen.traceIds[0] })).toMatchObject({ logs: 3, exceptions: 3 })
})

const seen = {
  range: { from: DELIVERED_SUBJECTS.fromNs, to: DELIVERED_SUBJECTS.toNs } as TimeRange,
  traceIds: [DELIVERED_SUBJECTS.traceId as TraceId] as const,
  digests: [DELIVERED_SUBJECTS.digest],
  service: 'cart',
}

/** Some of the rows, each up to three times, in any order, in up to four inserts. */
const deliveries = fc
  .array(fc.tuple(fc.nat(DELIVERED_ROWS.length - 1), fc.integer({ min: 1, max: 3 }), fc.nat(3)), {
    minLength: 30,
    maxLength: 60,
  })
  .map(chosen => {
    const inserts: InsertedRow[][] = [[], [], [], []]
    for (const [row, times, place] of chosen) {
      for (let i = 0; i < times; i++) inserts[(place + i) % 4]?.push(...DELIVERED_ROWS.slice(row, row + 1))
    }
    return inserts
  })
