import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../test/start-engine.ts'

// What clickhouse-go 2.48 sends and reads over HTTP, as the Collector's exporter uses it.

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
  await engine.send({ body: 'CREATE TABLE t (n UInt64, s String) ENGINE = MergeTree ORDER BY n' })
})
afterAll(() => engine[Symbol.asyncDispose]())

const driver = { client_protocol_version: '54460', default_format: 'Native', database: 'default', async_insert: '0' }

test('frames the answer to a handshake as revision 54460 reads it', async () => {
  const { bytes } = await engine.send({ body: "SELECT 'name' AS a, toUInt32(7) AS b", query: driver })

  expect([...bytes]).toEqual([
    ...[1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0], // block info: no overflow, no bucket
    ...[2, 1], // columns, rows
    ...[1, 0x61, 6, ...Buffer.from('String'), 0, 4, ...Buffer.from('name')],
    ...[1, 0x62, 6, ...Buffer.from('UInt32'), 0, 7, 0, 0, 0],
  ])
})

test('answers the handshake of the driver', async () => {
  const reply = await engine.send({ body: 'SELECT displayName(), version(), revision(), timezone()', query: driver })

  expect(reply.status).toBe(200)
  expect(reply.text).toContain('revision()')
})

test('keeps an idle connection longer than the hour for which the driver keeps it', async () => {
  const { headers } = await fetch(`${engine.url}/ping`)

  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(3600)
})

test('describes a table to the driver, with every column it reads', async () => {
  const reply = await engine.send({ body: 'DESCRIBE TABLE t', query: driver })

  expect([...reply.bytes.subarray(8, 10)]).toEqual([7, 2])
  expect(reply.text).toContain('default_expression')
})

test.each([
  ['Nullable(UInt16)', 'CAST(5, $)', [0, 5, 0]],
  ['FixedString(3)', "CAST('abc', $)", [0x61, 0x62, 0x63]],
  ["DateTime64(3, 'UTC')", "toDateTime64('1970-01-01 00:00:01', 3, 'UTC')", [232, 3, 0, 0, 0, 0, 0, 0]],
] as const)('frames a column of %s', async (type, expression, value) => {
  const { bytes } = await engine.send({ body: `SELECT ${expression.replace('$', `'${type}'`)} AS a`, query: driver })

  expect([...bytes.subarray(-value.length)]).toEqual([...value])
  expect([...bytes.subarray(8, 12)]).toEqual([1, 1, 1, 0x61])
})

test('says which type it cannot frame', async () => {
  const reply = await engine.send({ body: 'SELECT map(1, 2) AS m', query: driver })

  expect(reply.status).toBe(501)
  expect(reply.text).toContain('Map(UInt8, UInt8)')
})

test.each([{ compress: '1' }, { decompress: '1' }])(
  'says what to set in place of its compressed frames: %o',
  async query => {
    const reply = await engine.send({
      body: 'anything',
      query: { ...driver, query: 'INSERT INTO t FORMAT Native', ...query },
    })

    expect(reply.status).toBe(501)
    expect(reply.text).toContain("set the exporter's compress to none")
  },
)
