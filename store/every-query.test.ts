import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestStore } from '../test/store/open-test-store.ts'
import {
  queryFiles as files,
  listQueryParams as namesIn,
  readQuery,
  readStoreFile as written,
} from '../test/store/query-files.ts'

/** A value for each parameter type. */
const VALUES: Readonly<Record<string, string | bigint | readonly (string | bigint)[]>> = {
  String: '0af7651916cd43dd8448eb211c80319c',
  Int64: 1_700_000_000_000_000_000n,
  UInt64: 0n,
  UInt32: 10n,
  UInt8: 0n,
  UInt16: 60n,
  'Array(String)': ['0af7651916cd43dd8448eb211c80319c'],
  'Array(Int64)': [1_700_000_000_000_000_000n],
  'Array(UInt64)': [1n],
  'Array(DateTime)': [1_700_000_000n],
}

function paramsOf(file: string, sql: string) {
  const values: typeof VALUES = {
    ...VALUES,
    Identifier: /^logs\/|\/list-log-/.test(file) ? 'otel_logs' : 'otel_traces',
  }
  const params = namesIn(sql).map(({ name, type }) => [name, values[type] ?? `no value for ${type}`])
  return { ...Object.fromEntries(params), samples: 'span_samples' }
}

test('the engine can explain every query against the schema, as the read-only user', async () => {
  await using store = await openTestStore()
  expect(files.length).toBeGreaterThan(10)

  for (const file of files) {
    const sql = readQuery(file)
    const plan = await store.query({
      name: file,
      sql: `EXPLAIN ${sql}`,
      params: paramsOf(file, sql),
      decode: z.object({ explain: z.string() }).parse,
    })
    expect(plan.length, file).toBeGreaterThan(0)
  }
})

test('every query runs on an empty store', async () => {
  await using store = await openTestStore()

  for (const file of files) {
    const sql = readQuery(file)
    await expect(
      store.query({ name: file, sql, params: paramsOf(file, sql), decode: row => row }),
      file,
    ).resolves.toBeDefined()
  }
})

test.each(files)('%s is named like its span', file => {
  expect(written(file.replace(/sql$/, 'ts'))).toMatch(new RegExp(`\\{\\s+name: '${basename(file, '.sql')}',\\s+sql,`))
})

test.each(files)('%s has an order and a limit, and documents one row', file => {
  const sql = written(file)
  expect(sql).toMatch(/^-- (One row|What fills)/)
  expect(sql).toMatch(/\nLIMIT \{limit:UInt32\}\n$/)
  expect(sql).toMatch(
    /^-- One row [^\n]+, in no order|\nORDER BY [^\n]+\n( {2}[^\n]+\n)*(LIMIT [^\n]+ BY [^\n]+\n)?LIMIT [^\n]+\n$/,
  )
})
