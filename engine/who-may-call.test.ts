import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../test/start-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine[Symbol.asyncDispose]())

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

test('keeps the password of the writer in a file that only its owner reads', () => {
  expect(statSync(join(engine.dataDir, 'writer-password')).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(engine.dataDir, 'writer-password'), 'utf8')).toMatch(/^[\w-]{32}\n$/)
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

interface Login {
  readonly user: string
  readonly password: string
}

test.each([
  ['a wrong password', 'errata', 'wrong'],
  ['no password', 'errata', ''],
  ['an unknown name', 'somebody', ''],
  ['a password for the reading user', 'default', 'x'],
])('refuses %s', async (_what, user, password) => {
  const reply = await engine.send({ body: 'SELECT 1', as: 'nobody', headers: { authorization: basic(user, password) } })

  expect(reply).toMatchObject({ status: 403, headers: { 'x-clickhouse-exception-code': '516' } })
})

test.each(['127.0.0.1', 'localhost', 'localhost:1234', '[::1]:8123', 'LOCALHOST'])('answers as %s', async host => {
  expect((await engine.send({ body: 'SELECT 1', headers: { host } })).text).toBe('1\n')
})

test.each(['evil.example', 'evil.example:8123', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1'])(
  'refuses to answer as "%s", where a foreign name leads to this machine',
  async host => {
    const reply = await engine.send({ body: 'SELECT 1', headers: { host } })

    expect(reply.status).toBe(403)
    expect(reply.text).not.toContain('1\n')
  },
)

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
