import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, type Store } from '../../store/store.ts'
import type { TimeRange, TraceId } from '../../store/units.ts'
import { DELIVERED_ROWS, DELIVERED_SUBJECTS } from '../store/delivered-rows.ts'
import { queryEveryPage } from '../store/every-answer.ts'
import { type InsertedRow, openTestStore, type TestStore } from '../store/open-test-store.ts'
import { createParamValues, findDifferentResults, findQueriesWithoutRows, runQueries } from '../store/run-queries.ts'
import { emptyTables, insertRows } from './insert-rows.ts'
import { startCluster, type TestCluster } from './start-cluster.ts'

let cluster: TestCluster
let single: TestStore
let stores: Store[]

beforeAll(async () => {
  cluster = await startCluster({ shards: 3, schema: true })
  single = await openTestStore()
  stores = cluster.nodes.map(({ url, desk }) => openStore({ url, ...desk, timeoutMs: 120_000 }))
})
afterAll(async () => {
  for (const store of stores ?? []) await store.close()
  await single?.close()
  await cluster?.[Symbol.asyncDispose]()
})

/** The same rows with other trace ids and bodies, which determine the shard. */
const movedBy = (salt: number, moved: readonly InsertedRow[]): InsertedRow[] =>
  moved.map(({ table, values }) => {
    const { TraceId: traceId, Body: body, 'Links.TraceId': linked } = values
    return {
      table,
      values: {
        ...values,
        ...(typeof traceId === 'string' && traceId !== '' ? { TraceId: traceOf(salt, traceId) } : {}),
        ...(Array.isArray(linked) ? { 'Links.TraceId': linked.map(id => traceOf(salt, id)) } : {}),
        ...(body === '' ? { Body: `${salt}` } : {}),
      },
    }
  })
const traceOf = (salt: number, traceId: string) =>
  createHash('sha256').update(`${salt} ${traceId}`).digest('hex').slice(0, 32)

/** Some rows repeated, through any node. */
const deliveries = fc.array(fc.record({ row: fc.nat(DELIVERED_ROWS.length - 1), node: fc.nat(2) }), {
  minLength: 20,
  maxLength: 40,
})

test('every query returns the same on one node and on three, however rows are distributed and repeated', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), deliveries, fc.nat(2), async (salt, again, asked) => {
      const sent = movedBy(salt, DELIVERED_ROWS)
      await Promise.all([single.empty(), emptyTables(cluster.nodes)])
      await single.insert(sent)
      await insertRows(cluster.nodes, 0, sent)
      for (const [node, some] of Map.groupBy(again, ({ node }) => node)) {
        await insertRows(
          cluster.nodes,
          node,
          some.map(({ row }) => sent[row]).filter(row => row !== undefined),
        )
      }
      const store = stores[asked] as Store
      const traceId = traceOf(salt, DELIVERED_SUBJECTS.traceId)
      const values = await createParamValues(single, traceId)
      const expected = await runQueries(single, values)
      expect(findQueriesWithoutRows(expected)).toEqual([])
      expect(findDifferentResults(expected, await runQueries(store, values))).toEqual([])
      const seen = {
        range: { from: DELIVERED_SUBJECTS.fromNs, to: DELIVERED_SUBJECTS.toNs } as TimeRange,
        traceIds: [traceId as TraceId],
        digests: [DELIVERED_SUBJECTS.digest],
        service: 'cart',
      }
      expect(await queryEveryPage(store, seen)).toEqual(await queryEveryPage(single, seen))
    }),
    { numRuns: 2, endOnFailure: true },
  )
}, 480_000)
