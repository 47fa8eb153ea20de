import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { type ClickHouseClient, ClickHouseError, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../test/start-engine.ts'

let engine: TestEngine
let client: ClickHouseClient

beforeAll(async () => {
  engine = await startEngine()
  client = createClient({ url: engine.url, log: { level: ClickHouseLogLevel.OFF } })
})
afterAll(async () => {
  await client.close()
  await engine[Symbol.asyncDispose]()
})

const rowsOf = async (query: string, query_params: Record<string, unknown> = {}) =>
  (await client.query({ query, query_params, format: 'JSONEachRow' })).json()

/** The error that a query is refused with. */
async function errorOf(query: string, clickhouse_settings = {}): Promise<ClickHouseError> {
  const error: unknown = await client.query({ query, clickhouse_settings, format: 'JSON' }).catch((e: unknown) => e)
  if (error instanceof ClickHouseError) return error
  throw new Error(`not refused by ClickHouse: ${String(error)}`)
}

test('answers both pings of the official client', async () => {
  expect(await client.ping()).toEqual({ success: true })
  expect(await client.ping({ select: true })).toEqual({ success: true })
})

test.each([
  ['TabSeparated', '1\ta\n2\tb\n'],
  ['TabSeparatedWithNamesAndTypes', 'n\ts\nUInt8\tString\n1\ta\n2\tb\n'],
  ['CSVWithNames', '"n","s"\n1,"a"\n2,"b"\n'],
  ['JSONEachRow', '{"n":1,"s":"a"}\n{"n":2,"s":"b"}\n'],
  ['JSONCompactEachRow', '[1, "a"]\n[2, "b"]\n'],
  ['Values', "(1,'a'),(2,'b')"],
] as const)('answers in %s', async (format, text) => {
  const result = await engine.send({
    body: `SELECT toUInt8(arrayJoin([1, 2])) AS n, ['a', 'b'][n] AS s FORMAT ${format}`,
  })

  expect(result.text).toBe(text)
  expect(result.headers['x-clickhouse-format']).toBe(format)
})

test('answers in JSON with types and counts', async () => {
  const result = await client.query({ query: 'SELECT toUInt8(1) AS n UNION ALL SELECT 2', format: 'JSON' })

  expect(await result.json()).toMatchObject({ meta: [{ name: 'n', type: 'UInt8' }], rows: 2 })
})

test.each([
  ["SHOW DATABASES LIKE 'default'", 'default\n'],
  ['EXISTS TABLE nowhere', '0\n'],
  ['DESCRIBE TABLE system.one', 'dummy\tUInt8\t\t\t\t\t\n'],
  ['EXPLAIN SYNTAX SELECT 1', 'SELECT 1\nFROM system.one\n'],
  ['WITH 1 AS x SELECT x', '1\n'],
  ['(SELECT 1)', '1\n'],
  ["SELECT ' FORMAT JSON' -- FORMAT CSV\n;  ", ' FORMAT JSON\n'],
  ['SELECT 1 AS format', '1\n'],
  ["/* ; */ SELECT 'a;b' FORMAT CSV;", '"a;b"\n'],
])('answers %s', async (sql, text) => {
  expect((await engine.send({ body: sql, as: 'nobody' })).text).toBe(text)
})

test('streams rows to the official client', async () => {
  const result = await client.query({ query: 'SELECT number FROM numbers(100000)', format: 'JSONEachRow' })

  let rows = 0
  for await (const chunk of result.stream()) rows += chunk.length

  expect(rows).toBe(100_000)
})

test('gives parameters to the query as values, whatever they contain', async () => {
  const [row] = await rowsOf(
    `SELECT {s:String} AS s, {a:Array(String)} AS a, {m:Map(String, UInt8)} AS m, {n:Nullable(String)} AS n,
      toString({t:DateTime64(3)}) AS t`,
    { s: "it's\t\\ \n {x:String} --", a: ["a'", 'b\\'], m: { k: 1 }, n: null, t: '2026-01-02 03:04:05.678' },
  )

  expect(row).toEqual({
    s: "it's\t\\ \n {x:String} --",
    a: ["a'", 'b\\'],
    m: { k: 1 },
    n: null,
    t: '2026-01-02 03:04:05.678',
  })
})

test('takes an identifier as a parameter', async () => {
  expect(await rowsOf('SELECT dummy FROM {db:Identifier}.{t:Identifier}', { db: 'system', t: 'one' })).toEqual([
    { dummy: 0 },
  ])
})

test('takes parameters and query from a multipart body', async () => {
  const query = 'SELECT length({s:String}) AS n'
  const result = await client.query({ query, query_params: { s: 'x'.repeat(100_000) }, use_multipart_params: true })

  expect(await result.json()).toMatchObject({ data: [{ n: 100_000 }] })
})

test('gives a setting to its own request and to no other', async () => {
  const query = "SELECT getSetting('max_block_size') AS n"
  const set = await client.query({ query, clickhouse_settings: { max_block_size: '123' } })

  expect(await set.json()).toMatchObject({ data: [{ n: 123 }] })
  expect(await rowsOf(query)).not.toEqual([{ n: 123 }])
})

test('gives a parameter to its own request and to no other', async () => {
  const many = await Promise.all(Array.from({ length: 40 }, (_, n) => rowsOf('SELECT {n:UInt32} AS n', { n })))

  expect(many.flat()).toEqual(Array.from({ length: 40 }, (_, n) => ({ n })))
  expect((await errorOf('SELECT {n:UInt32}')).code).toBe('456')
})

test('quotes 64-bit integers when told to', async () => {
  const clickhouse_settings = { output_format_json_quote_64bit_integers: 1 as const }
  const result = await client.query({ query: 'SELECT toUInt64(18446744073709551615) AS n', clickhouse_settings })

  expect(await result.json()).toMatchObject({ data: [{ n: '18446744073709551615' }] })
})

test('uses the database of the request', async () => {
  const reply = await engine.send({ body: 'SELECT currentDatabase()', query: { database: 'system' } })

  expect(reply.text).toBe('system\n')
})

test.each([
  ['gzip', gunzipSync],
  ['deflate', inflateSync],
  ['br', brotliDecompressSync],
  ['zstd', zstdDecompressSync],
] as const)('packs an answer with %s when asked to', async (encoding, unpack) => {
  const reply = await engine.send({
    body: 'SELECT number FROM numbers(1000)',
    query: { enable_http_compression: '1' },
    headers: { 'accept-encoding': encoding },
  })

  expect(reply.headers['content-encoding']).toBe(encoding)
  expect(unpack(reply.bytes).toString()).toBe(Array.from({ length: 1000 }, (_, n) => `${n}\n`).join(''))
})

test('reads a gzip answer with the official client', async () => {
  await using packed = createClient({ url: engine.url, compression: { response: true } })
  const result = await packed.query({ query: 'SELECT count() AS n FROM numbers(5)', format: 'JSONEachRow' })

  expect(await result.json()).toEqual([{ n: 5 }])
})

test.each([
  ['SELEC 1', '62', 400],
  ['', '62', 400],
  ['SELECT * FROM nowhere', '60', 404],
  ['SELECT nothing', '47', 404],
  ['SELECT no_such(1)', '46', 404],
  ["SELECT toUInt8('x')", '6', 400],
  ['SELECT throwIf(1)', '395', 400],
  ['SELECT 1 FORMAT Nothing', '73', 404],
  ['SELECT {p:UInt8}', '456', 400],
  ['CREATE TABLE t (a UInt8) ENGINE = Memory', '164', 403],
])('refuses %s with code %s', async (body, code, status) => {
  const reply = await engine.send({ body, as: 'nobody' })

  expect(reply).toMatchObject({ status, headers: { 'x-clickhouse-exception-code': code } })
  expect(reply.text).toMatch(new RegExp(`^Code: ${code}\\. DB::Exception: .*\\([A-Z_]+\\)`, 's'))
  expect(reply.text).not.toContain(engine.dataDir)
})

test('refuses an unknown setting, database and a query over its time with typed errors', async () => {
  const unknown = await engine.send({ body: 'SELECT 1', query: { no_such_setting: '1' } })
  expect(unknown.headers['x-clickhouse-exception-code']).toBe('115')
  expect((await errorOf('SELECT sum(sipHash64(number)) FROM numbers(1e11)', { max_execution_time: 1 })).code).toBe(
    '159',
  )
  expect((await engine.send({ body: 'SELECT 1', query: { database: 'nowhere' } })).status).toBe(404)
})

test('refuses a query over its memory', async () => {
  const error = await errorOf('SELECT groupArray(number) FROM numbers(100000000)', { max_memory_usage: '50000000' })

  expect(error.type).toBe('MEMORY_LIMIT_EXCEEDED')
})

test('tells the client of an error that comes after the first rows', async () => {
  const query = "SELECT throwIf(number = 900000, 'late') FROM numbers(1000000)"
  const result = await client.query({ query, format: 'JSONEachRow' })
  const readAll = async () => {
    for await (const rows of result.stream()) expect(rows.length).toBeGreaterThan(0)
  }

  await expect(readAll()).rejects.toMatchObject({ code: '395', message: expect.stringContaining('late') })
})

test('names the query and sums it up', async () => {
  const result = await client.query({ query: 'SELECT sum(number) FROM numbers(1000)', query_id: 'my-query' })

  expect(result.query_id).toBe('my-query')
  expect(result.response_headers['x-clickhouse-summary']).toContain('"result_rows":"1"')
})
