import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../test/start-engine.ts'

let engine: TestEngine
let client: ClickHouseClient

beforeAll(async () => {
  engine = await startEngine()
  const { user: username, password } = engine.writer
  client = createClient({ url: engine.url, username, password, log: { level: ClickHouseLogLevel.OFF } })
})
beforeEach(async () => {
  await client.command({ query: 'CREATE OR REPLACE TABLE t (n UInt32, s String) ENGINE = MergeTree ORDER BY n' })
})
afterAll(async () => {
  await client.close()
  await engine[Symbol.asyncDispose]()
})

const spooled = () => readdirSync(join(engine.dataDir, 'spool')).filter(name => name.startsWith('insert-'))
const stored = async () => (await engine.send({ body: 'SELECT n, s FROM t ORDER BY n FORMAT JSONCompactEachRow' })).text
const rows = '{"n":1,"s":"a"}\n{"n":2,"s":"b"}\n'
const bothRows = '[1, "a"]\n[2, "b"]\n'

test('stores an array of rows and says how many', async () => {
  const values = [
    { n: 1, s: 'a' },
    { n: 2, s: 'b' },
  ]
  const { summary } = await client.insert({ table: 't', values, format: 'JSONEachRow' })

  expect(summary?.written_rows).toBe('2')
  expect(await stored()).toBe(bothRows)
})

test('stores a stream of rows', async () => {
  const values = Readable.from([
    { n: 1, s: 'a' },
    { n: 2, s: 'b' },
  ])
  await client.insert({ table: 't', values, format: 'JSONEachRow' })

  expect(await stored()).toBe(bothRows)
})

test('stores CSV with blank lines inside quotes', async () => {
  await client.insert({
    table: 't',
    values: Readable.from(['1,"a\n\n; DROP TABLE t"\n'], { objectMode: false }),
    format: 'CSV',
  })

  expect(await stored()).toBe('[1, "a\\n\\n; DROP TABLE t"]\n')
})

test('stores named columns only', async () => {
  await client.insert({ table: 't', values: [{ n: 7 }], columns: ['n'], format: 'JSONEachRow' })

  expect(await stored()).toBe('[7, ""]\n')
})

test('stores a gzip body of the official client', async () => {
  const { user: username, password } = engine.writer
  await using packed = createClient({ url: engine.url, username, password, compression: { request: true } })
  await packed.insert({ table: 't', values: [{ n: 1, s: 'a' }], format: 'JSONEachRow' })

  expect(await stored()).toBe('[1, "a"]\n')
})

test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)('unpacks a %s body', async (encoding, pack) => {
  const query = { query: 'INSERT INTO t FORMAT JSONEachRow' }
  await engine.send({ body: pack(Buffer.from(rows)), query, headers: { 'content-encoding': encoding } })

  expect(await stored()).toBe(bothRows)
})

test('stores what an INSERT has in its own text', async () => {
  await client.command({ query: "INSERT INTO t (n, s) VALUES (1, 'a'), (2, 'b');" })

  expect(await stored()).toBe(bothRows)
})

test('stores rows that follow FORMAT in the body', async () => {
  await engine.send({ body: `INSERT INTO t FORMAT JSONEachRow\n${rows}` })

  expect(await stored()).toBe(bothRows)
})

test('obeys the SETTINGS clause of an INSERT', async () => {
  const query = 'INSERT INTO t SETTINGS input_format_skip_unknown_fields = 1 FORMAT JSONEachRow'
  await engine.send({ body: '{"n":1,"s":"a","more":1}', query: { query } })

  expect(await stored()).toBe('[1, "a"]\n')
})

test('stores nothing for an empty body', async () => {
  const reply = await engine.send({ query: { query: 'INSERT INTO t FORMAT JSONEachRow' } })

  expect(reply.status).toBe(200)
  expect(await stored()).toBe('')
})

test('runs INSERT from SELECT', async () => {
  await client.command({ query: "INSERT INTO t SELECT number + 1, ['a', 'b'][number + 1] FROM numbers(2)" })

  expect(await stored()).toBe(bothRows)
})

test('stores all rows of a body or none', async () => {
  const many = Array.from({ length: 200_000 }, (_, n) => `{"n":${n},"s":"x"}`).join('\n')
  const reply = await engine.send({
    body: `${many}\n{"n":"no number"}`,
    query: { query: 'INSERT INTO t FORMAT JSONEachRow' },
  })

  expect(reply.status).toBe(400)
  expect(reply.text).not.toContain(engine.dataDir)
  expect(await stored()).toBe('')
})

test.each([
  ['Native that is cut off', 'INSERT INTO t FORMAT Native', Buffer.from([2, 200, 1, 1, 0x6e, 6]), 400],
  ['a table that is not there', 'INSERT INTO nowhere FORMAT JSONEachRow', Buffer.from(rows), 404],
])('refuses %s', async (_what, query, body, status) => {
  const reply = await engine.send({ body, query: { query } })

  expect(reply.status).toBe(status)
  expect(reply.text).not.toContain(engine.dataDir)
})

test('refuses a body that is not packed as it says', async () => {
  const query = { query: 'INSERT INTO t FORMAT JSONEachRow' }
  const reply = await engine.send({ body: rows, query, headers: { 'content-encoding': 'gzip' } })

  expect(reply.status).toBe(400)
})

test('never stores asynchronously, whatever the client asks for', async () => {
  const clickhouse_settings = { async_insert: 1, wait_for_async_insert: 0 } as const
  await client.insert({ table: 't', values: [{ n: 1, s: 'a' }], format: 'JSONEachRow', clickhouse_settings })

  expect(await stored()).toBe('[1, "a"]\n')
})

test('stores nothing and leaves no file when the client leaves before the end of its rows', async () => {
  const url = `${engine.url}/?query=${encodeURIComponent('INSERT INTO t FORMAT JSONEachRow')}`
  const headers = { 'x-clickhouse-user': engine.writer.user, 'x-clickhouse-key': engine.writer.password }
  const req = request(url, { method: 'POST', headers }).on('error', () => undefined)
  req.write('{"n":1,"s":"a"}\n'.repeat(10_000))
  await expect.poll(spooled, { timeout: 20_000 }).toHaveLength(1)
  req.destroy()

  await expect.poll(spooled, { timeout: 20_000 }).toEqual([])
  expect(await stored()).toBe('')
})

test('leaves no file behind an insert, refused or not', async () => {
  await client.insert({ table: 't', values: [{ n: 1 }], format: 'JSONEachRow' })
  await engine.send({ body: 'garbage', query: { query: 'INSERT INTO t FORMAT JSONEachRow' } })

  expect(spooled()).toEqual([])
})
