import { readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Login, type Sending, startEngine, type TestEngine } from '../test/start-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine[Symbol.asyncDispose]())

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

test.each(['writer-password', 'desk-password'])('keeps %s in a file that only its owner reads', name => {
  expect(statSync(join(engine.dataDir, name)).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(engine.dataDir, name), 'utf8')).toMatch(/^[\w-]{32}\n$/)
})

test('lets the desk read and not write', async () => {
  expect((await engine.send({ body: 'SELECT 1', as: 'desk' })).text).toBe('1\n')
  expect((await engine.send({ body: 'CREATE DATABASE d', as: 'desk' })).status).toBe(403)
})

test('lets the desk add what people state of issues, and to no other table, in no other way', async () => {
  for (const table of ['issue_statements', 'others']) {
    await engine.send({ body: `CREATE TABLE ${table} (Issue String) ENGINE = MergeTree ORDER BY Issue` })
  }
  const insert = (query: string, as: 'desk' | 'nobody' = 'desk', more: Record<string, string> = {}) =>
    engine.send({ query: { query, ...more }, body: '{"Issue":"a"}\n', as })
  const plain = 'INSERT INTO issue_statements (Issue) FORMAT JSONEachRow'

  expect((await insert(plain)).status).toBe(200)
  expect((await engine.send({ body: 'SELECT * FROM issue_statements', as: 'desk' })).text).toBe('a\n')
  expect((await insert(plain, 'nobody')).status).toBe(403)
  for (const other of [
    'INSERT INTO others (Issue) FORMAT JSONEachRow',
    "INSERT INTO FUNCTION file('a', 'CSV', 'Issue String') FORMAT JSONEachRow",
    'INSERT INTO issue_statements (Issue) SETTINGS max_threads = 1 FORMAT JSONEachRow',
    'INSERT INTO issue_statements (Issue) FORMAT Template',
    "INSERT INTO issue_statements (Issue) SELECT 'b'",
    'INSERT INTO issue_statements (Issue) /* */ FORMAT JSONEachRow',
    'TRUNCATE TABLE issue_statements',
  ]) {
    expect((await insert(other)).status, other).toBeGreaterThanOrEqual(400)
  }
  expect((await insert(plain, 'desk', { format_schema: 'a' })).status).not.toBe(200)
  expect((await engine.send({ body: 'SELECT count() FROM issue_statements', as: 'desk' })).text).toBe('1\n')
})

test.each([
  [
    'its headers',
    ({ user, password }: Login) => ({ headers: { 'x-clickhouse-user': user, 'x-clickhouse-key': password } }),
  ],
  ['Basic authentication', ({ user, password }: Login) => ({ headers: { authorization: basic(user, password) } })],
  ['the URL', ({ user, password }: Login) => ({ query: { user, password } })],
])('knows the writer by %s', async (_what, login) => {
  const reply = await engine.send({ body: 'SYSTEM STOP MERGES', as: 'nobody', ...login(engine.writer) })

  expect(reply.status).toBe(200)
})

test.each([
  ['a wrong password', 'errata', 'wrong'],
  ['no password', 'errata', ''],
  ['an unknown name', 'somebody', ''],
  ['a password for the reading user', 'default', 'x'],
  ['the desk without its password', 'errata-desk', ''],
])('refuses %s', async (_what, user, password) => {
  const reply = await engine.send({ body: 'SELECT 1', as: 'nobody', headers: { authorization: basic(user, password) } })

  expect(reply).toMatchObject({ status: 403, headers: { 'x-clickhouse-exception-code': '516' } })
})

test.each(['127.0.0.1', '127.9.9.9', 'localhost', 'localhost:1234', '[::1]:8123', 'LOCALHOST'])(
  'answers as %s',
  async host => {
    expect((await engine.send({ body: 'SELECT 1', headers: { host } })).text).toBe('1\n')
  },
)

test.each([
  ...['evil.example', 'evil.example:8123', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1'],
  ...['127.999.1.1', '127.1.1', '127.0.0.1.', 'x@127.0.0.1', '[::1'],
])('refuses to answer as "%s", where a foreign name leads to this machine', async host => {
  const reply = await engine.send({ body: 'SELECT 1', headers: { host } })

  expect(reply.status).toBe(403)
  expect(reply.text).not.toContain('1\n')
})

test('refuses two Host headers, whichever comes first', async () => {
  for (const hosts of ['Host: 127.0.0.1\r\nHost: evil.example', 'Host: evil.example\r\nhost: 127.0.0.1']) {
    const socket = connect(Number(new URL(engine.url).port), '127.0.0.1')
    socket.end(`GET /?query=SELECT%201 HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`)

    expect(await text(socket)).toMatch(/^HTTP\/1\.1 403 /)
  }
})

test.each<[string, Sending]>([
  ['a ping', { path: '/ping', method: 'GET' }],
  ['a result', { body: "SELECT '<script>alert(1)</script>'" }],
  ['an error', { body: "SELECT '<script>' FROM nowhere" }],
  ['a refusal', { body: 'SELECT 1', headers: { origin: 'https://evil.example' } }],
  ['a path that is none', { path: '/nowhere' }],
])('gives a browser nothing to do with %s', async (_what, sending) => {
  expect((await engine.send(sending)).headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:3000' }],
  ['an origin that hides itself', { origin: 'null' }],
  ['another site without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['another port without an origin', { 'sec-fetch-site': 'same-site' }],
])('refuses a page of %s', async (_what, headers) => {
  expect((await engine.send({ method: 'GET', query: { query: 'SELECT 1' }, headers })).status).toBe(403)
  expect((await engine.send({ method: 'GET', path: '/ping', headers })).status).toBe(403)
})

test('answers a browser that was sent here by hand', async () => {
  const headers = { 'sec-fetch-site': 'none' }

  expect((await engine.send({ method: 'GET', query: { query: 'SELECT 1' }, headers, as: 'nobody' })).text).toBe('1\n')
})

test('answers any host where it is told to', async () => {
  await using open = await startEngine({ args: ['--allow-any-host'] })

  expect((await open.send({ body: 'SELECT 1', headers: { host: 'engine:8123' } })).text).toBe('1\n')
  expect((await open.send({ body: 'SELECT 1', headers: { origin: 'https://evil.example' } })).status).toBe(403)
})

test.each([
  ['/dashboard', 'GET', 404],
  ['/', 'DELETE', 405],
  ['/', 'OPTIONS', 405],
])('has nothing at %s for %s', async (path, method, status) => {
  expect((await engine.send({ path, method })).status).toBe(status)
})
