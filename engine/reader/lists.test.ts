import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { startEngine, type TestEngine } from '../../test/start-engine.ts'
import { COMBINATORS, judgeName } from './judge-name.ts'
import { TAKES_LAMBDA } from './judge-tree.ts'
import { READER_SETTINGS } from './settings.ts'
import { readableSystemTables } from './tables.ts'

// What fails here after an upgrade of chDB has to be looked at and put on one of the two sides of its list: until then a reader is
// refused it. A function that takes a text and evaluates it, in whatever part, belongs to the refused ones: texts.test.ts finds such.

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
  await engine.send({ body: 'CREATE TABLE t (n UInt64) ENGINE = MergeTree ORDER BY n' })
  await engine.send({ body: 'INSERT INTO t SELECT 1' })
})
afterAll(() => engine[Symbol.asyncDispose]())

/** The first column of what the writer reads. */
async function namesOf(sql: string): Promise<string[]> {
  const { text } = await engine.send({ body: `${sql} FORMAT TabSeparatedRaw` })
  return text.split('\n').filter(name => name !== '')
}

test('every function of the engine is either allowed or refused to a reader', async () => {
  const names = await namesOf('SELECT name FROM system.functions')

  expect(names.length).toBeGreaterThan(1500)
  expect(names.filter(name => judgeName('function', name) === 'unknown')).toEqual([])
})

test('every table function of the engine is either allowed or refused to a reader', async () => {
  const names = await namesOf('SELECT name FROM system.table_functions')

  expect(names.length).toBeGreaterThan(50)
  expect(names.filter(name => judgeName('table', name) === 'unknown')).toEqual([])
})

test('every combinator of aggregate functions is known', async () => {
  expect(COMBINATORS.toSorted()).toEqual(
    (await namesOf('SELECT name FROM system.aggregate_function_combinators')).sort(),
  )
})

test('every function that takes a lambda begins as the guard expects', async () => {
  const names = await namesOf('SELECT name FROM system.functions WHERE higher_order')

  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(name => !TAKES_LAMBDA.test(name))).toEqual([])
})

test('every output format of the engine is either allowed or refused to a reader', async () => {
  const names = await namesOf('SELECT name FROM system.formats WHERE is_output')

  expect(names.length).toBeGreaterThan(50)
  expect(names.filter(name => judgeName('format', name) === 'unknown')).toEqual([])
})

test('every setting that a reader may give exists', async () => {
  const names = new Set(await namesOf('SELECT name FROM system.settings'))

  expect([...READER_SETTINGS].filter(name => !names.has(name))).toEqual([])
})

test('no function is allowed in one case and refused in another', async () => {
  const names = await namesOf('SELECT name FROM system.functions')
  const kinds = Map.groupBy(names, name => name.toLowerCase())
  const split = [...kinds].filter(([, same]) => new Set(same.map(name => judgeName('function', name))).size > 1)

  expect(split).toEqual([])
})

const columnRow = z.array(z.object({ name: z.string() }))

test.each(readableSystemTables())('system.%s tells a reader nothing of the machine', async (table, hidden) => {
  const described = await engine.send({ body: `DESCRIBE TABLE system.${table} FORMAT JSON`, as: 'nobody' })
  const columns = columnRow.parse(JSON.parse(described.text).data).map(({ name }) => name)
  const shown = columns.filter(name => !hidden.includes(name))
  const rows = await engine.send({ body: `SELECT ${shown.join(', ')} FROM system.${table} LIMIT 100000`, as: 'nobody' })

  expect(rows.status, rows.text).toBe(200)
  for (const secret of [engine.dataDir, process.execPath, engine.writer.password]) {
    expect(rows.text.includes(secret), secret).toBe(false)
  }
  for (const column of hidden) {
    expect(columns).toContain(column)
    expect((await engine.send({ body: `SELECT ${column} FROM system.${table}`, as: 'nobody' })).status).toBe(403)
  }
})

test('no name is listed twice', () => {
  const text = readFileSync(new URL('names.txt', import.meta.url), 'utf8')
  const sections = text.split(/^(?=(?:allowed|refused) .*:$)/m).slice(1)
  const kindOf = (section: string) => /^\w+ (?:aggregate )?(\w+)/.exec(section)?.[1]
  for (const same of Map.groupBy(sections, kindOf).values()) {
    const names = same.flatMap(section => section.split('\n').slice(1).join(' ').split(' ')).filter(name => name !== '')
    expect(names.length).toBeGreaterThan(5)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  }
})
