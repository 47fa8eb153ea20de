import { expect, test } from 'vitest'
import { TEST_RETENTION_DAYS } from '../../test/engine/test-databases.ts'
import { getTestEngine } from '../../test/store/open-test-store.ts'
import { fillPlaceholders } from './fill-placeholders.ts'
import {
  listCreationStatements,
  listRetentionStatements,
  listUpgradeStatements,
  readSchemaFiles,
} from './schema-files.ts'
import { splitStatements } from './split-statements.ts'

const { tables, upgrades } = readSchemaFiles(import.meta.dirname)
const single = { database: 'otel', cluster: '', retentionDays: TEST_RETENTION_DAYS }
const cluster = { ...single, cluster: 'prod' }
const creation = listCreationStatements(tables, cluster).map(({ statement }) => statement)
const starting = (text: string) => creation.find(statement => statement.startsWith(text))

test('a cluster has replicated tables on every node and distributed ones under their names', () => {
  expect(starting('CREATE TABLE IF NOT EXISTS otel.otel_logs_local ON CLUSTER prod (')).toContain(
    "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')",
  )
  expect(starting('CREATE TABLE IF NOT EXISTS otel.otel_traces ON CLUSTER prod AS')).toBe(
    "CREATE TABLE IF NOT EXISTS otel.otel_traces ON CLUSTER prod AS otel.otel_traces_local\nENGINE = Distributed('prod', otel, otel_traces_local, sipHash64(TraceId))",
  )
  expect(starting('CREATE TABLE IF NOT EXISTS otel.exceptions ON CLUSTER prod AS')).toMatch(/, exceptions_local\)$/)
})

test('every node of a cluster has the schema versions, under its own replica name', () => {
  expect(starting('CREATE TABLE IF NOT EXISTS otel.schema_version')).toContain(
    "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}')",
  )
})

test('every local table of a cluster has a distributed table, created before its readers', () => {
  const names = (pattern: RegExp) => creation.flatMap(statement => pattern.exec(statement)?.[1] ?? []).sort()
  const locals = names(/^CREATE TABLE IF NOT EXISTS otel\.(\w+)_local /)
  expect(locals.length).toBeGreaterThan(20)
  expect(names(/ENGINE = Distributed\('prod', otel, (\w+)_local/)).toEqual(locals)
  const firstView = creation.findIndex(statement => statement.startsWith('CREATE MATERIALIZED VIEW'))
  expect(creation.slice(firstView).filter(statement => !statement.startsWith('CREATE MATERIALIZED VIEW'))).toEqual([])
})

test('a single node has one table under each name', () => {
  const made = listCreationStatements(tables, single).map(({ statement }) => statement)
  expect(made.filter(statement => /_local\b|ON CLUSTER|Distributed|Replicated/.test(statement))).toEqual([])
})

test('an upgrade inserts through the distributed tables, so that every shard is filled', () => {
  const fills = upgrades.flatMap(({ sql }) => splitStatements(sql)).filter(statement => /^INSERT\b/i.test(statement))
  expect(fills.filter(statement => statement.includes('{{local}}'))).toEqual([])
})

test('the engine parses every statement of a cluster', async () => {
  const { send } = getTestEngine()
  const others = upgrades.flatMap(file => listUpgradeStatements(file, cluster))
  const retention = listRetentionStatements(tables, cluster).map(({ statement }) => statement)

  expect(retention.length).toBeGreaterThan(20)
  for (const statement of [...creation, ...retention, ...others]) {
    const { status, text } = await send({ body: `EXPLAIN AST ${statement}` })
    expect(status, text).toBe(200)
  }
})

test.each(tables.slice(1))(
  '$name is one table of that name, and tells its rows, its key and its shard key',
  ({ name, sql }) => {
    const [, table = ''] = /CREATE TABLE IF NOT EXISTS \{\{database\}\}\.(\w+)/.exec(sql) ?? []
    expect(name).toBe(`tables/${table.replaceAll('_', '-')}.sql`)
    expect(sql).toMatch(/^-- One row/)
    expect(sql).toMatch(/^-- Key: \S/m)
    expect(sql).toMatch(/^-- Shard key: \S/m)
    expect(sql.match(/CREATE TABLE/g)).toHaveLength(1)
    for (const [, target] of sql.matchAll(/\bTO\s+\{\{database\}\}\.(\w+)/g)) expect(target).toBe(table)
  },
)

test('refuses a placeholder that is not in the set', () => {
  expect(() => fillPlaceholders('{{anything}}', single)).toThrow('Nothing is inserted for anything.')
})

test.each(['', 'a b', 'a;b', '1a', 'a`'])('refuses %j for the name of a database', database => {
  expect(() => fillPlaceholders('{{database}}', { ...single, database })).toThrow(RangeError)
})

test.each([0, -1, 1.5, 4000, Number.NaN])('refuses %d days', traces => {
  const retentionDays = { ...TEST_RETENTION_DAYS, traces }
  expect(() => fillPlaceholders('', { ...single, retentionDays })).toThrow(RangeError)
})
