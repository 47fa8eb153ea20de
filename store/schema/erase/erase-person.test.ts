import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exceptionRow,
  logRow,
  noiseRow,
  openTestStore,
  spanRow,
  sumRow,
  type TestStore,
} from '../../../test/store/open-test-store.ts'
import { type Database, openDatabase } from '../archive/database.ts'
import { listTables } from '../backup/list-tables.ts'
import { erasePerson } from './erase-person.ts'

const retentionDays = { traces: 14, logs: 30, metrics: 30, exceptions: 90, digests: 400 }
const ANN = "ann'); DROP"
const trace = (letter: string) => letter.repeat(32)

let store: TestStore
let database: Database

/** Ann's session in trace a, which the stock's service takes part in, her name alone on a span of trace b; Bob's in trace c. */
beforeAll(async () => {
  const ofAnn = { 'user.id': ANN, 'session.id': 'hers' }
  store = await openTestStore([
    spanRow({ traceId: trace('a'), name: 'GET /cart', attributes: ofAnn }),
    spanRow({ traceId: trace('a'), service: 'stock', name: 'reserve' }),
    logRow({ traceId: trace('a'), body: 'reserved' }),
    logRow({ body: 'a click', attributes: { 'session.id': 'hers' } }),
    exceptionRow({ traceId: trace('a'), message: 'no stock' }),
    spanRow({ traceId: trace('b'), name: 'POST /import', attributes: { 'enduser.id': ANN } }),
    noiseRow('health-check', spanRow({ traceId: trace('a'), name: 'GET /healthz' })),
    sumRow({ name: 'orders', value: 1, attributes: { 'user.id': ANN } }),
    spanRow({ traceId: trace('c'), name: 'GET /', attributes: { 'user.id': 'bob', 'session.id': 'his' } }),
    logRow({ traceId: trace('c'), body: 'hello' }),
    exceptionRow({ traceId: trace('c'), message: 'no luck' }),
    sumRow({ name: 'orders', value: 2, attributes: { 'user.id': 'bob' } }),
  ])
  database = openDatabase({ url: store.engine.url, ...store.engine.writer, database: store.database })
})
afterAll(async () => {
  await database[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})

const erase = (user: string, onlyCount = false) =>
  erasePerson(database, { user, retentionDays, furtherNames: {}, onlyCount })

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await listTables(database)) {
    const [row] = await database.rows<{ n: string }>(
      'SELECT count() AS n FROM {database:Identifier}.{name:Identifier} FINAL',
      { name },
    )
    counts[name] = Number(row?.n)
  }
  return counts
}

test('counting tells what would be removed, and removes nothing', async () => {
  const before = await countRows()
  const found = await erase(ANN, true)

  expect(await countRows()).toEqual(before)
  expect(found).toContainEqual({ name: 'otel_traces', rows: 3 })
})

test('a user of whom nothing is stored removes nothing', async () => {
  const before = await countRows()
  expect(await erase('nobody')).toEqual([])
  expect(await countRows()).toEqual(before)
})

test('all that names the user is removed, with their sessions and traces, and nothing of others', async () => {
  const erased = Object.fromEntries((await erase(ANN)).map(({ name, rows }) => [name, rows]))

  expect(erased).toMatchObject({
    otel_traces: 3,
    otel_logs: 3,
    exceptions: 1,
    transactions: 3,
    noise_spans: 1,
    otel_metrics_sum: 1,
  })
  const left = async (column: string, table: string) =>
    (await store.querySql<{ v: string }>(`SELECT ${column} AS v FROM ${table} FINAL ORDER BY v`)).map(({ v }) => v)
  expect(await left('SpanName', 'otel_traces')).toEqual(['GET /'])
  expect(await left('Message', 'exceptions')).toEqual(['no luck'])
  expect(await left('Body', 'otel_logs')).toContain('hello')
  expect(await left('SessionId', 'session_steps')).toEqual(['his'])
  expect(await left('TraceId', 'trace_parts')).toEqual([trace('c')])
  expect(await left("Attributes['user.id']", 'otel_metrics_sum')).toEqual(['bob'])
})

test('no text column of any table has the name of the user', async () => {
  const tables = await listTables(database)
  for (const { name } of tables) {
    const rows = await store.querySql<{ n: number }>(
      `SELECT count() AS n FROM ${name} WHERE position(toString(tuple(*)), 'ann\\'); DROP') > 0`,
    )
    expect({ name, n: Number(rows[0]?.n) }).toEqual({ name, n: 0 })
  }
})

test('every table that has a trace, a session or attributes is among those that are looked through', async () => {
  const columns = await store.querySql<{ table: string }>(
    `SELECT DISTINCT table FROM system.columns
     WHERE database = currentDatabase() AND name IN ('TraceId', 'SessionId', 'UserId', 'SpanAttributes', 'LogAttributes', 'Attributes')
       AND table IN (SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree')
     ORDER BY table`,
  )
  const sql = readFileSync(new URL('./erase-person.sql', import.meta.url), 'utf8')
  const missing = columns
    .map(({ table }) => table)
    .filter(table => !sql.includes(`ALTER TABLE {{database}}.${table} DELETE`))
  expect(columns.length).toBeGreaterThan(10)
  expect(missing).toEqual([])
})
