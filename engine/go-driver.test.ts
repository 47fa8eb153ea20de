import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEngine, type TestEngine } from '../test/start-engine.ts'
import { cityHash128 } from './city-hash.ts'

// What clickhouse-go 2.48 sends and reads over HTTP, as the Collector's exporter uses it.

let engine: TestEngine
beforeAll(async () => {
  engine = await startEngine()
  await engine.send({ body: 'CREATE TABLE t (n UInt64, s String) ENGINE = MergeTree ORDER BY n' })
})
afterAll(() => engine[Symbol.asyncDispose]())

const driver = { client_protocol_version: '54460', default_format: 'Native', database: 'default', async_insert: '0' }
const stored = async () => (await engine.send({ body: 'SELECT n, s FROM t ORDER BY n FORMAT JSONCompactEachRow' })).text

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

test('packs an answer into frames whose checksum is right', async () => {
  const { bytes } = await engine.send({
    body: 'SELECT number FROM numbers(300) FORMAT RowBinary',
    query: { compress: '1' },
  })

  expect(bytes[16]).toBe(0x02)
  expect(bytes.readUInt32LE(21)).toBe(2400)
  expect(bytes.subarray(0, 16)).toEqual(cityHash128(bytes.subarray(16)))
  expect(bytes.readBigUInt64LE(25 + 8 * 299)).toBe(299n)
})

test('computes the checksum of every frame that ClickHouse itself wrote to disk', async () => {
  for (const rows of [1, 2, 5, 12, 30, 100, 3000]) {
    const columns = 'a String, b UInt8, c UInt32, d UInt64'
    const table = `frames_${rows}`
    await engine.send({
      body: `CREATE TABLE ${table} (${columns}) ENGINE = MergeTree ORDER BY () SETTINGS min_bytes_for_wide_part = 0`,
    })
    const values = `repeat('x', number % 20), number, sipHash64(number), sipHash64(number, 1)`
    await engine.send({ body: `INSERT INTO ${table} SELECT ${values} FROM numbers(${rows})` })
  }
  const files = readdirSync(join(engine.dataDir, 'chdb'), { recursive: true, encoding: 'utf8' })
  const frames = files
    .filter(name => name.endsWith('.bin'))
    .flatMap(name => framesOf(readFileSync(join(engine.dataDir, 'chdb', name))))
  const wrong = frames.filter(({ checksum, rest }) => !cityHash128(rest).equals(checksum))

  expect(new Set(frames.map(({ rest }) => rest.length)).size).toBeGreaterThan(15)
  expect(wrong.map(({ rest }) => rest.length)).toEqual([])
})

test('stores a Native block in LZ4 frames', async () => {
  const block = nativeBlock([
    [1n, 'a\n\n; DROP TABLE t'],
    [2n, 'abcabcabcabcabcabcabcabcabcabcabc'],
  ])
  const query = { ...driver, query: 'INSERT INTO t (n, s) FORMAT Native', decompress: '1', compress: '1' }
  const reply = await engine.send({ body: frame(0x82, lz4(block), block.length), query })

  expect(reply.status).toBe(200)
  expect(await stored()).toBe('[1, "a\\n\\n; DROP TABLE t"]\n[2, "abcabcabcabcabcabcabcabcabcabcabc"]\n')
  await engine.send({ body: 'TRUNCATE TABLE t' })
})

test('stores a Native block in several stored frames', async () => {
  const block = nativeBlock([[3n, 'x'.repeat(1000)]])
  const half = block.length >> 1
  const body = Buffer.concat([
    frame(0x02, block.subarray(0, half), half),
    frame(0x02, block.subarray(half), block.length - half),
  ])
  await engine.send({ body, query: { ...driver, query: 'INSERT INTO t FORMAT Native', decompress: '1' } })

  expect(await stored()).toBe(`[3, "${'x'.repeat(1000)}"]\n`)
  await engine.send({ body: 'TRUNCATE TABLE t' })
})

test.each([
  ['is cut off', (body: Buffer) => body.subarray(0, -3), 33],
  [
    'points before its beginning',
    (body: Buffer) => Buffer.concat([body.subarray(0, 25), Buffer.from([0, 9, 9]), body.subarray(28)]),
    271,
  ],
  ['is no frame', () => Buffer.from('{"n":1,"s":"there is no frame in here"}'), 271],
])('refuses a frame that %s, and stores nothing', async (_what, spoil, code) => {
  const block = nativeBlock([[4n, 'y']])
  const query = { ...driver, query: 'INSERT INTO t FORMAT Native', decompress: '1' }
  const reply = await engine.send({ body: spoil(frame(0x82, lz4(block), block.length)), query })

  expect(reply.headers['x-clickhouse-exception-code']).toBe(String(code))
  expect(await stored()).toBe('')
})

/** A length and the text; lengths up to 16,383. */
function text(value: string): Buffer {
  const { length } = Buffer.from(value)
  const head = length < 128 ? [length] : [(length & 127) | 128, length >> 7]
  return Buffer.concat([Buffer.from(head), Buffer.from(value)])
}

function framesOf(file: Buffer): { checksum: Buffer; rest: Buffer }[] {
  const frames: { checksum: Buffer; rest: Buffer }[] = []
  for (let at = 0; at < file.length; ) {
    const end = at + 16 + file.readUInt32LE(at + 17)
    frames.push({ checksum: file.subarray(at, at + 16), rest: file.subarray(at + 16, end) })
    at = end
  }
  return frames
}

/** Columns n UInt64 and s String at revision 0, as the exporter sends them. */
function nativeBlock(rows: readonly (readonly [bigint, string])[]): Buffer {
  const numbers = Buffer.concat(rows.map(([n]) => Buffer.from(BigUint64Array.of(n).buffer)))
  const strings = Buffer.concat(rows.map(([, s]) => text(s)))
  return Buffer.concat([
    Buffer.from([2, rows.length]),
    text('n'),
    text('UInt64'),
    numbers,
    text('s'),
    text('String'),
    strings,
  ])
}

function frame(method: number, data: Buffer, unpackedBytes: number): Buffer {
  const rest = Buffer.alloc(9 + data.length)
  rest[0] = method
  rest.writeUInt32LE(rest.length, 1)
  rest.writeUInt32LE(unpackedBytes, 5)
  data.copy(rest, 9)
  return Buffer.concat([cityHash128(rest), rest])
}

/** A small LZ4 writer: literals, and a match wherever the three bytes before repeat for eight bytes or more. */
function lz4(data: Buffer): Buffer {
  const out: number[] = []
  const length = (value: number) => {
    let left = value - 15
    for (; left >= 255; left -= 255) out.push(255)
    out.push(left)
  }
  let from = 0
  const emit = (to: number, match: number) => {
    const literals = to - from
    const more = match === 0 ? 0 : match - 4
    out.push((Math.min(literals, 15) << 4) | Math.min(more, 15))
    if (literals >= 15) length(literals)
    out.push(...data.subarray(from, to))
    if (match === 0) return
    out.push(3, 0)
    if (more >= 15) length(more)
    from = to + match
  }
  for (let at = 3; at < data.length - 12; at++) {
    let match = 0
    while (at + match < data.length - 5 && data[at + match] === data[at + match - 3]) match++
    if (at < from || match < 8) continue
    emit(at, match)
    at += match
  }
  emit(data.length, 0)
  return Buffer.from(out)
}
