import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestStore } from '../test/store/open-test-store.ts'
import { queryFiles as files, paramsOf as namesIn, writtenIn as written } from '../test/store/query-files.ts'

/** A value that suits a parameter's type. */
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
}

function paramsOf(sql: string) {
  return Object.fromEntries(namesIn(sql).map(({ name, type }) => [name, VALUES[type] ?? `no value for ${type}`]))
}

test('every query is explained by the engine against the schema, as the user that only reads', async () => {
  await using store = await openTestStore()
  expect(files.length).toBeGreaterThan(10)

  for (const file of files) {
    const sql = written(file)
    const plan = await store.query({
      name: file,
      sql: `EXPLAIN ${sql}`,
      params: paramsOf(sql),
      decode: z.object({ explain: z.string() }).parse,
    })
    expect(plan.length, file).toBeGreaterThan(0)
  }
})

test('every query answers an empty store', async () => {
  await using store = await openTestStore()

  for (const file of files) {
    const sql = written(file)
    await expect(
      store.query({ name: file, sql, params: paramsOf(sql), decode: row => row }),
      file,
    ).resolves.toBeDefined()
  }
})

test.each(files)('%s gives its name to the span of the query', file => {
  expect(written(file.replace(/sql$/, 'ts'))).toMatch(new RegExp(`\\{\\s+name: '${basename(file, '.sql')}',\\s+sql,`))
})

test.each(files)('%s is ordered or says that it is not, limited, at most 80 lines, and says what one row is', file => {
  const sql = written(file)
  expect(sql).toMatch(/^-- (One row|What fills)/)
  expect(sql).toMatch(/\nLIMIT \{limit:UInt32\}\n$/)
  expect(sql).toMatch(/^-- One row [^\n]+, in no order|\nORDER BY [^\n]+\n(LIMIT [^\n]+ BY [^\n]+\n)?LIMIT [^\n]+\n$/)
  expect(sql.split('\n').length).toBeLessThanOrEqual(81)
})
