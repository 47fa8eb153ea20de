import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { refuseTaken } from './engine-sql-user.ts'

const root = join(import.meta.dirname, '..')
const dataDir = mkdtempSync(join(tmpdir(), 'errata-accounts-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

/** What a command that fails prints on stderr. */
async function fail(file: string, args: readonly string[], settings: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, CLICKHOUSE_URL: '', ERRATA_DATA_DIR: dataDir, ...settings }
  const failed = await promisify(execFile)(process.execPath, [file, ...args], { cwd: root, env }).catch(
    (error: { code: number; stderr: string }) => error,
  )
  expect(failed).toMatchObject({ code: 1 })
  return failed.stderr
}

test('reports in one line that there is no engine with accounts', async () => {
  expect(await fail('supervisor/accounts.ts', ['admin', 'reset'])).toBe(
    `${dataDir} holds no engine yet: run npm start first, or set CLICKHOUSE_URL, CLICKHOUSE_USER and CLICKHOUSE_PASSWORD.\n`,
  )
})

test('reports in one line that there is no engine for a SQL user', async () => {
  expect(await fail('supervisor/accounts.ts', ['sql-user', 'ann', '--days', '7'])).toMatch(/ holds no engine yet: /)
})

test('the name of a SQL user is free once its time is over', () => {
  const file = join(dataDir, 'ann.json')
  expect(() => refuseTaken(file, 'ann')).not.toThrow()
  writeFileSync(file, JSON.stringify({ password: 'x', untilMs: Date.now() + 60_000 }))
  expect(() => refuseTaken(file, 'ann')).toThrow('There is a SQL user ann already')
  writeFileSync(file, JSON.stringify({ password: 'x', untilMs: Date.now() - 1 }))
  expect(() => refuseTaken(file, 'ann')).not.toThrow()
})

test('makes no secret key, which would lock out the desks', async () => {
  expect(await fail('server/accounts/main.ts', ['admin', 'reset'], { ERRATA_LOGIN: 'password' })).toBe(
    `${dataDir} holds no secret-key: start Errata first, or set ERRATA_SECRET_KEY as the desk has it.\n`,
  )
})

test.each([
  [['admin']],
  [['admin', 'reset', 'now']],
  [['admin', 'reset', '--days', '1']],
  [['sql-user']],
  [['sql-user', 'ann', '--days', '1', '--email', 'a@b.c']],
])('%j is answered with the usage', async args => {
  expect(await fail('server/accounts/main.ts', args)).toMatch(/^Usage: npx errata admin reset /)
})

test.each(['0', '366', '1.5', '-1', 'x', ''])('%s days are too few, too many or no number', async days => {
  expect(await fail('server/accounts/main.ts', ['sql-user', 'ann', `--days=${days}`])).toBe(
    '--days must be a number from 1 to 365.\n',
  )
})
