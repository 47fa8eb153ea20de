import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../../test/engine/start-engine.ts'
import { createSqlUser, isSqlUserName, SqlUserError, type SqlUserOptions } from './create-sql-user.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
})
afterAll(() => engine[Symbol.asyncDispose]())

const create = (options: Partial<SqlUserOptions> = {}, { user, password } = engine.writer) =>
  createSqlUser({
    ...{ url: engine.url, user, password, cluster: '', name: 'ann', untilMs: Date.now() + 86_400_000 },
    ...options,
  })

test('a name needs no quotes, and is none that Errata or ClickHouse has', () => {
  expect(['ann', 'Ann_2', 'a'].map(isSqlUserName)).toEqual([true, true, true])
  const refused = [
    '',
    '2ann',
    '_ann',
    'a b',
    'a`b',
    "a'b",
    'a;b',
    'änn',
    'default',
    'DEFAULT',
    'errata_admin',
    'Errata_x',
    'a\n',
  ]
  expect(refused.filter(isSqlUserName)).toEqual([])
})

test('whatever is given as a name, what is accepted is letters, digits and _', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), name => {
      if (isSqlUserName(name)) expect(name).toMatch(/^[A-Za-z0-9_]+$/)
    }),
  )
  expect(isSqlUserName('a'.repeat(41))).toBe(false)
})

test('another name is refused before the database is asked', async () => {
  await expect(create({ name: 'x`; DROP DATABASE otel; --', url: 'http://127.0.0.1:1' })).rejects.toThrow(
    /^x`; .* cannot be/,
  )
})

test('a database that does not answer is named', async () => {
  await expect(create({ url: 'http://127.0.0.1:1' })).rejects.toThrow(
    'The database does not answer at http://127.0.0.1:1: start it first.',
  )
})

test('a user who may not create users is told which one may not', async () => {
  await expect(create({}, engine.desk)).rejects.toThrow(/^CLICKHOUSE_USER=errata_desk may not create users/)
})

// ClickHouse understands the statement and would create the user: what it lacks is the place. The embedded engine runs clickhouse-local, which
// ignores user_directories and access_control_path. When this fails, that has changed: then let supervisor/accounts.ts create users there as
// errata_admin, and engine/server-config.ts let them through (its rules know each password).
test('the embedded engine still cannot keep users that SQL creates', async () => {
  await expect(create()).rejects.toThrow(/^The database keeps its users in a file/)
  await expect(create({ untilMs: 8_640_000_000_000_000 })).rejects.toThrow(SqlUserError)
})
