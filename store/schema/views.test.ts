import { expect, test } from 'vitest'
import { readSchemaFiles } from './schema-files.ts'

const VIEW = /CREATE MATERIALIZED VIEW IF NOT EXISTS \{\{database\}\}\.(\w+)[^;]*?TO \{\{database\}\}\.(\w+)[^;]*;/g
const TABLE = /CREATE TABLE IF NOT EXISTS \{\{database\}\}\.(\w+)[^;]*ENGINE = ([^;\n]+)/g

const sql = readSchemaFiles(import.meta.dirname)
  .tables.map(file => file.sql)
  .join('\n')
const views = Array.from(sql.matchAll(VIEW), ([text, name = '', fills = '']) => ({
  name,
  fills,
  reads: Array.from(text.matchAll(/FROM \{\{database\}\}\.(\w+)/g), ([, table]) => table),
}))
const engines = new Map(Array.from(sql.matchAll(TABLE), ([, name = '', engine = '']) => [name, engine]))

/** The views that an insert into a table plans. Behind a Buffer they are planned only where a row reaches it. */
function listViewsBehind(table: string): readonly string[] {
  if (engines.get(table)?.startsWith('Buffer')) return []
  return views
    .filter(({ reads }) => reads.includes(table))
    .flatMap(({ name, fills }) => [name, ...listViewsBehind(fills)])
}

test.each([
  // The eighth, behind transactions, keeps when operations ran.
  ['otel_traces', 8],
  ['otel_logs', 7],
  ['noise_spans', 2],
  ['noise_logs', 1],
])('an insert into %s without exceptions plans at most %d views', (table, most) => {
  expect(engines.has(table)).toBe(true)
  const planned = listViewsBehind(table)
  expect(planned.length, planned.join(', ')).toBeLessThanOrEqual(most)
  expect(planned).not.toEqual([])
})
