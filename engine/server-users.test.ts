import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applySchema } from '../test/engine/apply-schema.ts'
import { startEngine, type TestEngine } from '../test/engine/start-engine.ts'
import { serverUsersXml } from './server-users.ts'
import { USERS, writeGrant } from './users.ts'

const passwords = {
  errata_desk: 'password-of-the-desk',
  errata_collector: 'password-of-the-collector',
  errata_schema: 'password-of-the-schema',
  errata_reader: 'password-of-readers',
}
let dataDir: string
let engine: TestEngine

// ClickHouse merges config.d into its configuration, which is that of its users too: so this is what a server makes of the file in users.d.
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'errata-server-users-'))
  mkdirSync(join(dataDir, 'passwords'), { mode: 0o700 })
  mkdirSync(join(dataDir, 'config.d'))
  for (const [name, password] of Object.entries(passwords)) writeFileSync(join(dataDir, 'passwords', name), password)
  // The library's own session is `default`.
  const xml = serverUsersXml(passwords).replace('<default remove="remove"/>', '')
  writeFileSync(join(dataDir, 'config.d/users.xml'), xml)
  engine = await startEngine({ dataDir })
  await applySchema(engine)
})
afterAll(async () => {
  await engine?.[Symbol.asyncDispose]()
  rmSync(dataDir, { recursive: true, force: true })
})

const ask = (as: 'desk' | 'collector' | 'schema' | 'reader', body: string) => engine.send({ as, body })
const settingOf = async (as: 'desk' | 'collector' | 'reader', name: string) =>
  (await ask(as, `SELECT value FROM system.settings WHERE name = '${name}'`)).text.trim()

test('the limits in force are those of the file, not those of the engine', async () => {
  expect(await settingOf('desk', 'max_execution_time')).toBe('30')
  expect(await settingOf('reader', 'readonly')).toBe('2')
  expect(await settingOf('collector', 'async_insert')).toBe('0')
})

test('a user may raise a limit to its maximum, and change no constant', async () => {
  expect((await ask('desk', 'SELECT 1 SETTINGS max_execution_time = 60')).status).toBe(200)
  expect((await ask('desk', 'SELECT 1 SETTINGS max_execution_time = 61')).text).toContain(
    'SETTING_CONSTRAINT_VIOLATION',
  )
  expect((await ask('collector', "SELECT 1 SETTINGS format_schema = 'x'")).text).toContain(
    'SETTING_CONSTRAINT_VIOLATION',
  )
})

test('the schema user makes the tables, the Collector writes them, the desk reads them and writes its own', async () => {
  const may = async (as: 'desk' | 'collector', body: string) => {
    const { status, text } = await ask(as, body)
    return status === 200 || !text.includes('ACCESS_DENIED')
  }
  const rights = (as: 'desk' | 'collector') =>
    Promise.all([
      may(as, 'SELECT count() FROM otel.otel_traces'),
      ...['otel_traces', 'issue_events', 'account_events'].map(table =>
        may(as, `INSERT INTO otel.${table} SELECT * FROM otel.${table} WHERE 0`),
      ),
    ])
  expect(await rights('collector')).toEqual([true, true, true, false])
  expect(await rights('desk')).toEqual([true, false, true, true])
  expect((await ask('reader', 'SELECT count() FROM otel.otel_traces')).status).toBe(200)
})

test('profiles have the values of the SQL in store/README.md', () => {
  const sql = /```sql\n(.+?)```/s.exec(readFileSync('store/README.md', 'utf8'))?.[1] ?? ''
  const xml = serverUsersXml(passwords)
  const profileOf = (name: string) => new RegExp(`<${name}>([\\s\\S]*?)</${name}>\n`).exec(xml)?.[1] ?? ''
  for (const name of ['errata_reading', 'errata_desk']) {
    const [, statement = ''] = new RegExp(`EXISTS ${name} SETTINGS([^;]*);`).exec(sql) ?? []
    const settings = [...statement.matchAll(/^ {2}(\w+) = (\d+)(?: MIN (\d+) MAX (\d+))?( CONST)?/gm)]
    expect(settings.length).toBeGreaterThan(5)
    for (const [, setting, value, min, max, constant] of settings) {
      expect(profileOf(name)).toContain(`<${setting}>${value}</${setting}>`)
      if (min !== undefined)
        expect(profileOf(name)).toContain(`<${setting}><min>${min}</min>\n<max>${max}</max>\n</${setting}>`)
      if (constant !== undefined) expect(profileOf(name)).toContain(`<${setting}><const></const>\n</${setting}>`)
    }
  }
})

test('users have the grants of the SQL in store/README.md', () => {
  const sql = /```sql\n(.+?)```/s.exec(readFileSync('store/README.md', 'utf8'))?.[1]?.replaceAll(/--.*/g, '') ?? ''
  for (const { name, grants } of USERS) {
    if (name === 'errata_reader' || name === 'errata_admin') continue
    const written = [...sql.matchAll(new RegExp(`(?:GRANT|REVOKE) ([^;]+?)\\s+(?:TO|FROM) ${name};`, 'g'))]
      .map(([statement]) => statement)
      .filter(statement => !statement.includes('TABLE ENGINE'))
      .map(statement => statement.replaceAll(/\s+/g, ' ').replace(/ (TO|FROM) \w+;$/, ''))
    const given = grants.flatMap(grant => writeGrant(grant, 'otel')).filter(grant => !grant.includes('TABLE ENGINE'))
    expect(written.toSorted(), name).toEqual(given.toSorted())
  }
})

test('the file has no password, and removes the user without one', () => {
  const xml = serverUsersXml(passwords)
  for (const password of Object.values(passwords)) expect(xml).not.toContain(password)
  expect(xml).toContain('<default remove="remove"/>')
  expect(xml).not.toContain('errata_admin')
  expect(serverUsersXml({ errata_desk: 'x' })).not.toContain('errata_collector')
})
