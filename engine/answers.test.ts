import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../test/engine/start-engine.ts'

// What the app and the Collector's exporter rely on, and where clickhouse-local could differ from a server.

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

const stored = async () => (await engine.send({ body: 'SELECT n, s FROM t ORDER BY n FORMAT JSONCompactEachRow' })).text

test('stores a gzip body', async () => {
  const body = gzipSync('{"n":1,"s":"a"}\n{"n":2,"s":"b"}\n')
  const query = { query: 'INSERT INTO t FORMAT JSONEachRow' }
  await engine.send({ body, query, headers: { 'content-encoding': 'gzip' } })

  expect(await stored()).toBe('[1, "a"]\n[2, "b"]\n')
})

test('stores rows with blank lines and statements in them as rows', async () => {
  await engine.send({ body: '1,"a\n\n; DROP TABLE t"\n', query: { query: 'INSERT INTO t FORMAT CSV' } })

  expect(await stored()).toBe('[1, "a\\n\\n; DROP TABLE t"]\n')
})

test('stores all rows of a body or none', async () => {
  const many = Array.from({ length: 200_000 }, (_, n) => `{"n":${n},"s":"x"}`).join('\n')
  const query = { query: 'INSERT INTO t FORMAT JSONEachRow' }
  const reply = await engine.send({ body: `${many}\n{"n":"no number"}`, query })

  expect(reply.status).toBe(400)
  expect(await stored()).toBe('')
})

test('stores nothing when the client leaves before the end of its rows', async () => {
  const url = `${engine.url}/?query=${encodeURIComponent('INSERT INTO t FORMAT JSONEachRow')}`
  const headers = { 'x-clickhouse-user': engine.writer.user, 'x-clickhouse-key': engine.writer.password }
  const req = request(url, { method: 'POST', headers }).on('error', () => undefined)
  req.write('{"n":1,"s":"a"}\n'.repeat(500_000))
  const inserts = async () =>
    (await engine.send({ body: "SELECT count() FROM system.processes WHERE query LIKE 'INSERT%'" })).text
  await expect.poll(inserts, { timeout: 20_000 }).toBe('1\n')
  req.destroy()

  await expect.poll(inserts, { timeout: 20_000 }).toBe('0\n')
  expect(await stored()).toBe('')
})

test('answers an insert after it is stored, whatever the client requests', async () => {
  const query = { query: 'INSERT INTO t FORMAT JSONEachRow', async_insert: '1' }
  expect((await engine.send({ query, body: '{"n":1,"s":"a"}' })).status).toBe(200)
  expect(await stored()).toBe('[1, "a"]\n')

  expect(await engine.send({ query: { ...query, wait_for_async_insert: '0' }, body: '{"n":2}' })).toMatchObject({
    headers: { 'x-clickhouse-exception-code': '452' },
  })
  expect(await stored()).toBe('[1, "a"]\n')
})

test('passes parameters to the query as values, whatever they contain', async () => {
  const s = "it's\t\\ \n {x:String} --"
  const query_params = { s, a: ["a'", 'b\\'], t: '2026-01-02 03:04:05.678' }
  const query = 'SELECT {s:String} AS s, {a:Array(String)} AS a, toString({t:DateTime64(3)}) AS t'
  const result = await client.query({ query, query_params, format: 'JSONEachRow' })

  expect(await result.json()).toEqual([query_params])
})

test('applies settings and parameters to their own request only', async () => {
  const query = "SELECT getSetting('max_block_size') AS size, {n:UInt32} AS n"
  const ask = async (n: number) => {
    const settings = n % 2 === 0 ? { max_block_size: String(n + 1) } : {}
    const result = await client.query({
      query,
      query_params: { n },
      clickhouse_settings: settings,
      format: 'JSONEachRow',
    })
    return (await result.json<{ size: number; n: number }>())[0]
  }
  const rows = await Promise.all(Array.from({ length: 20 }, (_, n) => ask(n)))

  const usual = rows[1]?.size
  expect(rows).toEqual(rows.map((_, n) => ({ n, size: n % 2 === 0 ? n + 1 : usual })))
})

test.each([
  ['SELEC 1', '62', 400],
  ['SELECT * FROM nowhere', '60', 404],
  ['SELECT no_such(1)', '46', 404],
  ['SELECT {p:UInt8}', '456', 500],
])('rejects %s with code %s', async (body, code, status) => {
  expect(await engine.send({ body })).toMatchObject({ status, headers: { 'x-clickhouse-exception-code': code } })
})

test('reports an error after the first rows to the client', async () => {
  const query = "SELECT throwIf(number = 900000, 'late') FROM numbers(1000000)"
  const result = await client.query({ query, format: 'JSONEachRow' })
  const readAll = async () => {
    for await (const rows of result.stream()) expect(rows.length).toBeGreaterThan(0)
  }

  await expect(readAll()).rejects.toMatchObject({ code: '395', message: expect.stringContaining('late') })
})

test('keeps an idle connection longer than the hour for which clickhouse-go keeps it', async () => {
  const { headers } = await fetch(`${engine.url}/ping`)

  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(3600)
})
