import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../test/engine/start-engine.ts'
import { nextEndMs, readSqlUsers } from './sql-users.ts'

const DAY_MS = 86_400_000
const users = {
  'ann.json': JSON.stringify({ password: 'the password of ann', untilMs: Date.now() + DAY_MS }),
  'late.json': JSON.stringify({ password: 'the password of late', untilMs: Date.now() - 1 }),
  'errata_admin.json': JSON.stringify({ password: 'a password for an administrator', untilMs: Date.now() + DAY_MS }),
  'short.json': JSON.stringify({ password: 'short', untilMs: Date.now() + DAY_MS }),
  'broken.json': '{"password"',
}

let dataDir: string
let engine: TestEngine
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'errata-sql-users-'))
  await mkdir(join(dataDir, 'sql-users'))
  for (const [file, text] of Object.entries(users)) await writeFile(join(dataDir, 'sql-users', file), text)
  engine = await startEngine({ dataDir })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await rm(dataDir, { recursive: true, force: true })
})

async function ask(user: string, password: string, body: string): Promise<{ status: number; text: string }> {
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` }
  const response = await fetch(engine.url, { method: 'POST', body, headers })
  return { status: response.status, text: await response.text() }
}

test('a person with a user of their own reads, within the limits of errata_reader', async () => {
  const sql = "SELECT currentUser(), getSetting('readonly'), getSetting('max_execution_time')"
  const [mine, shared] = [await ask('ann', 'the password of ann', sql), await engine.send({ body: sql, as: 'reader' })]
  expect(mine).toMatchObject({ status: 200, text: shared.text.replace('errata_reader', 'ann') })
})

test('neither writes nor makes users, nor reads files', async () => {
  for (const sql of [
    'CREATE DATABASE x',
    'CREATE USER x',
    "SELECT * FROM file('/etc/passwd', 'LineAsString')",
    "SELECT * FROM url('http://127.0.0.1:1', LineAsString)",
  ])
    expect((await ask('ann', 'the password of ann', sql)).text, sql).toMatch(/READONLY|ACCESS_DENIED|NOT_ENOUGH/)
})

test('a wrong password, a user whose time is over, and a file that names one of ours open nothing', async () => {
  expect((await ask('ann', 'the password of late', 'SELECT 1')).status).toBe(403)
  expect((await ask('late', 'the password of late', 'SELECT 1')).status).toBe(403)
  expect((await ask('errata_admin', 'a password for an administrator', 'SELECT 1')).status).toBe(403)
})

test('each file that is no user is told', () => {
  const faults: string[] = []
  const found = readSqlUsers(dataDir, Date.now(), fault => faults.push(fault))
  expect(found.map(({ name }) => name)).toEqual(['ann'])
  expect(faults.map(fault => /(\w+)\.json is no SQL user/.exec(fault)?.[1])).toEqual([
    'broken',
    'errata_admin',
    'short',
  ])
})

test('the engine ends when the time of the first user is over', () => {
  const user = (untilMs: number) => ({ name: 'a', password: 'p', untilMs })
  expect(nextEndMs([user(9), user(3)])).toBe(3)
  expect(nextEndMs([])).toBe(Number.POSITIVE_INFINITY)
})
