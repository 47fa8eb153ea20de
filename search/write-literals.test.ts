import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openTestStore } from '../test/store/open-test-store.ts'
import { writeLiterals } from './write-literals.ts'

test('the engine reads each literal as it reads the parameter', async () => {
  await using store = await openTestStore()
  const values = fc.record({
    text: fc.string({ unit: 'binary' }).map(text => text.toWellFormed().replaceAll('\0', '')),
    texts: fc.array(fc.constantFrom("'", '\\', "\\'", '"', '{text:String}', '--', '/*', '\n', 'ü')),
    count: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    ratio: fc.double({ noDefaultInfinity: true, noNaN: true }),
  })
  const sql = `SELECT toJSONString([{text:String}, arrayStringConcat({texts:Array(String)}, '|'), toString({count:Int64}),
    toString({ratio:Float64}), toTypeName({count:Int64})]) AS json FROM {table:Identifier} LIMIT {limit:UInt32}`
  const decode = z.object({ json: z.string() }).parse
  await fc.assert(
    fc.asyncProperty(values, async params => {
      const all = { ...params, table: 'schema_version', limit: 1 }
      const [bound] = await store.query({ name: 'bound', sql, params: all, decode })
      const [literal] = await store.query({
        name: 'literal',
        sql: writeLiterals(sql, all, store.database),
        params: {},
        decode,
      })
      expect(literal).toEqual(bound)
    }),
    { numRuns: 200 },
  )
})

test('tables are named with their database, and nothing else is', () => {
  const sql = `WITH chosen AS (SELECT * FROM otel_traces), x AS y
    SELECT {text:String} FROM chosen JOIN {table:Identifier} LEFT JOIN
      trace_parts USING TraceId WHERE a IN (SELECT b FROM (SELECT 1))`
  expect(
    writeLiterals(sql, { text: 'FROM otel_logs', table: 'otel_logs' }, 'my db'),
  ).toBe(`WITH chosen AS (SELECT * FROM \`my db\`.otel_traces), x AS y
    SELECT 'FROM otel_logs' FROM chosen JOIN \`my db\`.otel_logs LEFT JOIN
      \`my db\`.trace_parts USING TraceId WHERE a IN (SELECT b FROM (SELECT 1))`)
  expect(writeLiterals('SELECT 1 FROM a', {}, 'otel')).toBe('SELECT 1 FROM otel.a')
})
