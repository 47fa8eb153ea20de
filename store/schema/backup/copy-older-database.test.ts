import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  exceptionRow,
  logRow,
  openTestDatabase,
  openTestStore,
  spanRow,
  type TestStore,
} from '../../../test/store/open-test-store.ts'
import { type Database, openDatabase } from '../archive/database.ts'
import { copyOlderDatabase } from './copy-older-database.ts'

let store: TestStore
let older: Database
let database: Database

/** A database as 0.2 made it, beside one of this version. */
beforeAll(async () => {
  store = await openTestStore()
  const { engine } = store
  const name = `${store.database}_old`
  // A database that tests used before has lost its version with its rows.
  await engine.send({ body: `INSERT INTO ${store.database}.schema_version (Number, Hash) VALUES (200, '')` })
  const schema = readFileSync(join(import.meta.dirname, '../../../test/store/schema-0.2.sql'), 'utf8')
  for (const statement of schema
    .replaceAll(/\botel\./g, `${name}.`)
    .replace('DATABASE otel', `DATABASE ${name}`)
    .split(/;\n/)) {
    if (statement.trim() === '') continue
    const { status, text } = await engine.send({ body: statement })
    if (status !== 200) throw new Error(text)
  }
  const rows = openTestDatabase(engine, name, false)
  await rows.insert([
    spanRow({ at: 60_000, name: 'GET /cart' }),
    logRow({ at: 50_000, body: 'one line' }),
    exceptionRow({ at: 40_000, message: 'no stock', attributes: { 'errata.error.digest': 'k3v9q2m7xd' } }),
  ])
  await rows.close()
  older = openDatabase({ url: engine.url, ...engine.writer, database: name })
  database = openDatabase({ url: engine.url, ...engine.writer, database: store.database })
})
afterAll(async () => {
  await store.engine.send({ body: `DROP DATABASE ${older.name} SYNC` })
  await older[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
  await store[Symbol.asyncDispose]()
})

const countOf = async (table: string) =>
  Number((await store.querySql<{ n: string }>(`SELECT count() AS n FROM ${table} FINAL`))[0]?.n)

test('what 0.2 stored is copied, the views make the rest, and a second time changes nothing', async () => {
  const copied = await copyOlderDatabase(older, database, () => undefined)
  const counts = async () =>
    Promise.all(['otel_traces', 'otel_logs', 'transactions', 'exceptions', 'digests', 'issues'].map(countOf))
  const once = await counts()
  await copyOlderDatabase(older, database, () => undefined)

  expect(copied.filter(({ rows }) => rows > 0).map(({ name, rows }) => [name, rows])).toEqual([
    ['digests', 1],
    ['otel_traces', 1],
    ['otel_logs', 2],
  ])
  expect(once).toEqual([1, 2, 1, 1, 1, 1])
  expect(await counts()).toEqual(once)
})

test('a database without a schema of Errata is refused', async () => {
  const empty = openDatabase({ url: store.engine.url, ...store.engine.writer, database: `${store.database}_none` })
  await expect(copyOlderDatabase(empty, database, () => undefined)).rejects.toThrow(
    'That folder has no database of Errata.',
  )
  await empty[Symbol.asyncDispose]()
})
