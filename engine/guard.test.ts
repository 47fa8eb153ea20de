import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { send, startEngine, type TestEngine } from '../test/start-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
  await engine.send({ body: 'CREATE TABLE t (s String) ENGINE = MergeTree ORDER BY s' })
  await engine.send({ body: 'CREATE TABLE victim (s String) ENGINE = MergeTree ORDER BY s' })
})
afterAll(() => engine[Symbol.asyncDispose]())

const victim = async () => (await engine.send({ body: 'EXISTS TABLE victim' })).text

test.each([
  'SELECT 1; DROP TABLE victim',
  'SELECT 1;;DROP TABLE victim',
  "INSERT INTO t VALUES ('a'); DROP TABLE victim",
  'SELECT 1 --\n; DROP TABLE victim',
  "SELECT '\\'; DROP TABLE victim --'; DROP TABLE victim",
  'SELECT 1 FORMAT JSON; DROP TABLE victim FORMAT JSON',
  'DROP TABLE victim; GARBAGE x y',
  'DROP TABLE victim;\n\nGARBAGE x y',
  'INSERT INTO t (s) ; DROP TABLE victim; GARBAGE FORMAT CSV',
  'CREATE TABLE z (a UInt8) ENGINE = Memory PARALLEL WITH DROP TABLE victim; SELECT 1',
])('refuses two statements in one request: %s', async body => {
  const reply = await engine.send({ body })

  expect(reply).toMatchObject({
    status: 400,
    headers: { 'x-clickhouse-exception-code': expect.stringMatching(/^(62|27)$/) },
  })
  expect(await victim()).toBe('1\n')
})

test('says where a statement does not parse', async () => {
  const reply = await engine.send({ body: 'SELECT 1 frm x y' })

  expect(reply.text).toMatch(/^Code: 62\. DB::Exception: Syntax error: failed at position 14 \(x\)/)
  expect(reply.text).not.toContain('formatQuery')
})

test.each([
  ['CSV', 'a\n\nDROP TABLE victim\n'],
  ['TabSeparated', 'a\n\nDROP TABLE victim\n'],
  ['JSONEachRow', '{"s":"a"}\n\nDROP TABLE victim\n'],
  ['Values', "('a')\n\n; DROP TABLE victim"],
])('takes what follows an empty line in %s rows for rows and never for a statement', async (format, body) => {
  await engine.send({ body, query: { query: `INSERT INTO t FORMAT ${format}` } })
  await engine.send({ body: `INSERT INTO t FORMAT ${format}\n${body}` })

  expect(await victim()).toBe('1\n')
})

test.each([
  "SELECT 1 INTO OUTFILE '/tmp/errata-hole'",
  "SELECT 1 INTO OUTFILE '/tmp/errata-hole' TRUNCATE FORMAT CSV",
  "SELECT * FROM file('/etc/passwd', 'LineAsString')",
  "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')",
  'SELECT * FROM `/etc/passwd`',
  'DROP TABLE victim',
  "INSERT INTO t VALUES ('a')",
  'INSERT INTO t FORMAT CSV\na',
  'CREATE TABLE z (a UInt8) ENGINE = Memory',
  'CREATE DATABASE z',
  'ALTER TABLE victim DELETE WHERE 1',
  'SET readonly = 0',
  'KILL QUERY WHERE 1',
  'SYSTEM SHUTDOWN',
  'SELECT 1 SETTINGS readonly = 0',
])('refuses the reading user: %s', async body => {
  const reply = await engine.send({ body, as: 'nobody' })

  expect(reply).toMatchObject({
    status: 403,
    headers: { 'x-clickhouse-exception-code': expect.stringMatching(/^(164|497)$/) },
  })
  expect(existsSync('/tmp/errata-hole')).toBe(false)
})

test.each(['readonly', 'allow_ddl'])('keeps the reading user reading when it sets %s', async name => {
  const value = name === 'readonly' ? '0' : '1'
  const reply = await engine.send({ body: 'DROP TABLE victim', query: { [name]: value }, as: 'nobody' })

  expect(reply.status).toBe(403)
})

test.each([
  "SELECT 1 INTO OUTFILE '/tmp/errata-hole'",
  "INSERT INTO FUNCTION file('/tmp/errata-hole', 'CSV') SELECT 1",
  "INSERT INTO FUNCTION file('/tmp/errata-hole', 'CSV', 'a UInt8') FORMAT CSV\n1",
  "INSERT INTO FUNCTION url('http://127.0.0.1:1/', 'CSV', 'a UInt8') VALUES (1)",
  "BACKUP TABLE victim TO File('/tmp/errata-hole')",
])('refuses the writer a file of its choice: %s', async body => {
  expect((await engine.send({ body })).status).toBe(403)
  expect(existsSync('/tmp/errata-hole')).toBe(false)
})

test.each(["ALTER TABLE mine DELETE WHERE s = 'a'", "DELETE FROM mine WHERE s = 'a'", 'DETACH TABLE mine'])(
  'lets the writer change what is stored, and the reader not: %s',
  async body => {
    await engine.send({ body: 'CREATE TABLE IF NOT EXISTS mine (s String) ENGINE = MergeTree ORDER BY s' })
    expect((await send(engine.url, undefined, { body })).status).toBe(403)
    expect(await engine.send({ body })).toMatchObject({ status: 200 })
  },
)

test('refuses the writer rows from a file of its choice', async () => {
  const reply = await engine.send({ body: "INSERT INTO t FROM INFILE '/etc/passwd' FORMAT LineAsString" })

  expect(reply.status).toBe(403)
  expect((await engine.send({ body: "SELECT count() FROM t WHERE s LIKE 'root:%'" })).text).toBe('0\n')
})

test('lets GET read only, also the writer', async () => {
  const reply = await engine.send({ method: 'GET', query: { query: 'DROP TABLE victim' } })

  expect(reply.status).toBe(403)
  expect(await victim()).toBe('1\n')
})

test('refuses a statement of more than a million characters', async () => {
  expect((await engine.send({ body: `SELECT 1${' '.repeat(1_100_000)}` })).text).toContain('Max query size exceeded')
})

test('refuses a body of more than four million bytes that holds a statement', async () => {
  expect((await engine.send({ body: `SELECT 1${' '.repeat(5_000_000)}` })).status).toBe(413)
})

test('survives a query id that no header can hold', async () => {
  expect((await engine.send({ body: 'SELECT 1', query: { query_id: 'a\nb\u2028' } })).text).toBe('1\n')
})

test('has no sessions and says so', async () => {
  expect((await engine.send({ body: 'SELECT 1', query: { session_id: 'x' } })).status).toBe(501)
})

test('refuses a format that is no word before it gets near the statement', async () => {
  const reply = await engine.send({
    body: 'SELECT 1',
    query: { default_format: "TSV INTO OUTFILE '/tmp/errata-hole'" },
  })

  expect(reply).toMatchObject({ status: 404, headers: { 'x-clickhouse-exception-code': '73' } })
})

test('refuses a setting whose name is no word', async () => {
  const reply = await engine.send({ body: 'SELECT 1', query: { 'max_threads = 1, readonly': '0' } })

  expect(reply).toMatchObject({ status: 404, headers: { 'x-clickhouse-exception-code': '115' } })
})

test('keeps results to its own pipes', async () => {
  await engine.send({ body: 'SELECT 1' })

  expect(
    readdirSync(join(engine.dataDir, 'spool')).filter(name => !/^(reader|brief|desk|writer)-\d$/.test(name)),
  ).toEqual([])
})
