import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testEngine } from '../../test/open-test-store.ts'
import { TEST_RETENTION_DAYS } from '../../test/test-databases.ts'
import { fillPlaceholders } from './fill-placeholders.ts'
import { splitStatements } from './split-statements.ts'

const files = readdirSync(import.meta.dirname).filter(name => name.endsWith('.sql'))
const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const single = { database: 'otel', cluster: '', retentionDays: TEST_RETENTION_DAYS }
const cluster = { ...single, cluster: 'prod' }

test('a cluster has replicated tables on every node and distributed ones under their names', () => {
  expect(fillPlaceholders(read('0003-otel-logs.sql'), cluster)).toContain(
    'CREATE TABLE IF NOT EXISTS otel.otel_logs_local ON CLUSTER prod (',
  )
  expect(fillPlaceholders(read('0003-otel-logs.sql'), cluster)).toContain(
    "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/{database}/{table}', '{replica}')",
  )
  expect(fillPlaceholders(read('0015-distributed-tables.sql'), cluster)).toContain(
    "CREATE TABLE IF NOT EXISTS otel.otel_traces ON CLUSTER prod AS otel.otel_traces_local\nENGINE = Distributed('prod', otel, otel_traces_local, sipHash64(TraceId));",
  )
})

test('every node of a cluster has the versions of the schema, under a name that no other node has', () => {
  expect(fillPlaceholders(read('0001-schema-version.sql'), cluster)).toContain(
    "ENGINE = ReplicatedReplacingMergeTree('/clickhouse/tables/all/{database}/{table}', '{shard}-{replica}')",
  )
})

test('every local table of a cluster has a distributed one', () => {
  const made = files.map(read).join('\n')
  const names = (pattern: RegExp) => [...new Set([...made.matchAll(pattern)].map(([, name]) => name))].sort()
  expect(names(/CREATE TABLE IF NOT EXISTS \{\{database\}\}\.(\w+)\{\{on_cluster\}\} AS/g)).toEqual([])
  expect(names(/ENGINE = Distributed\(\{\{cluster\}\}, \{\{database\}\}, (\w+)_local/g)).toEqual(
    names(/CREATE TABLE IF NOT EXISTS \{\{database\}\}\.(\w+)\{\{local\}\}/g),
  )
})

test('what a file fills it fills through the plain names, so that a cluster fills every shard', () => {
  const fills = files.flatMap(name => splitStatements(read(name))).filter(statement => /^INSERT\b/i.test(statement))
  expect(fills.filter(statement => statement.includes('{{local}}'))).toEqual([])
})

test('the engine parses every statement of a cluster', async () => {
  const { send } = testEngine()
  for (const name of files) {
    for (const statement of splitStatements(fillPlaceholders(read(name), cluster))) {
      const { status, text } = await send({ body: `EXPLAIN AST ${statement}` })
      expect(status, text).toBe(200)
    }
  }
})

test('no two schema files have one number, and none has a gap before it', () => {
  const numbers = files.filter(name => /^\d{4}-/.test(name)).map(name => Number(name.slice(0, 4)))
  expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, i) => i + 1))
})

test.each(files)('%s has at most 80 lines', name => {
  expect(read(name).split('\n').length).toBeLessThanOrEqual(81)
})

test('refuses a placeholder that is not in the set', () => {
  expect(() => fillPlaceholders('{{anything}}', single)).toThrow('{{anything}} is not a placeholder')
})

test.each(['', 'a b', 'a;b', '1a', 'a`'])('refuses %j for the name of a database', database => {
  expect(() => fillPlaceholders('{{database}}', { ...single, database })).toThrow(RangeError)
})

test.each([0, -1, 1.5, 4000, Number.NaN])('refuses %d days', traces => {
  const retentionDays = { ...TEST_RETENTION_DAYS, traces }
  expect(() => fillPlaceholders('', { ...single, retentionDays })).toThrow(RangeError)
})
