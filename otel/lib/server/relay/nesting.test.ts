import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJsonTooDeep, isProtobufTooDeep, MAX_NESTING } from './nesting.ts'

/** A value: a text, a list of values, or a map of them. */
type Value = string | readonly Value[] | { readonly [key: string]: Value }

interface Pair {
  readonly key: string
  readonly value: object
}

/** A place in a request where a value may stand: its JSON, and its protobuf as the field numbers on the way to a KeyValue or a body. */
const places = [
  { signal: '/v1/traces', path: [1, 1, 1], json: (it: Pair) => ({ resource: { attributes: [it] } }) },
  {
    signal: '/v1/traces',
    path: [1, 2, 1, 3],
    json: (it: Pair) => ({ scopeSpans: [{ scope: { attributes: [it] } }] }),
  },
  { signal: '/v1/traces', path: [1, 2, 2, 9], json: (it: Pair) => inSpan({ attributes: [it] }) },
  { signal: '/v1/traces', path: [1, 2, 2, 11, 3], json: (it: Pair) => inSpan({ events: [{ attributes: [it] }] }) },
  { signal: '/v1/traces', path: [1, 2, 2, 13, 4], json: (it: Pair) => inSpan({ links: [{ attributes: [it] }] }) },
  { signal: '/v1/logs', path: [1, 2, 2, 6], json: (it: Pair) => inLog({ attributes: [it] }) },
  { signal: '/v1/logs', path: [1, 2, 2, 5, -1], json: ({ value }: Pair) => inLog({ body: value }) },
]
const inSpan = (span: object) => ({ scopeSpans: [{ spans: [span] }] })
const inLog = (record: object) => ({ scopeLogs: [{ logRecords: [record] }] })

/** Lists and maps in one another, the outermost first, with something beside each. */
const nestings = fc
  .array(fc.record({ kind: fc.constantFrom('list', 'map'), beside: fc.array(fc.string(), { maxLength: 2 }) }), {
    minLength: MAX_NESTING - 4,
    maxLength: MAX_NESTING + 4,
  })
  .map(levels => ({
    depth: levels.length,
    value: levels.reduceRight<Value>(
      (inner, { kind, beside }) => (kind === 'list' ? [...beside, inner] : { ...Object.assign({}, beside), inner }),
      'innermost',
    ),
  }))

test('a value is too deep from the seventeenth level on, wherever it stands, in JSON as in protobuf', () => {
  fc.assert(
    fc.property(nestings, fc.constantFrom(...places), ({ depth, value }, { signal, path, json }) => {
      const wanted = depth > MAX_NESTING
      const list = signal === '/v1/traces' ? 'resourceSpans' : 'resourceLogs'
      expect(isJsonTooDeep({ [list]: [json({ key: 'k', value: jsonOf(value) })] })).toBe(wanted)
      expect(isProtobufTooDeep(protobufAt(path, value), signal)).toBe(wanted)
    }),
  )
})

test('hundreds of thousands of levels take no stack', () => {
  let json: unknown = 'innermost'
  let bytes = new Uint8Array()
  for (let level = 0; level < 100_000; level++) json = [json]
  for (let level = 0; level < 1_000; level++) bytes = field(5, field(1, bytes))
  expect(isJsonTooDeep({ resourceLogs: json })).toBe(true)
  expect(isProtobufTooDeep(field(1, field(2, field(2, field(5, bytes)))), '/v1/logs')).toBe(true)
})

test('an ordinary text, such as the state of a linked trace, is not taken for a message', () => {
  const link = field(13, field(3, new TextEncoder().encode('vendor=1')), field(4, pair('x')))
  expect(isProtobufTooDeep(field(1, field(2, field(2, link))), '/v1/traces')).toBe(false)
})

test('any bytes are judged, and what is cut off is no protobuf', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), bytes => {
      expect([true, false, undefined]).toContain(isProtobufTooDeep(bytes, '/v1/logs'))
    }),
  )
  expect(isProtobufTooDeep(new Uint8Array([10, 5, 1]), '/v1/logs')).toBeUndefined()
})

function jsonOf(value: Value): object {
  if (typeof value === 'string') return { stringValue: value }
  if (isList(value)) return { arrayValue: { values: value.map(jsonOf) } }
  return { kvlistValue: { values: Object.entries(value).map(([key, inner]) => ({ key, value: jsonOf(inner) })) } }
}

function bytesOf(value: Value): Uint8Array {
  if (typeof value === 'string') return field(1, new TextEncoder().encode(value))
  if (isList(value)) return field(5, ...value.map(inner => field(1, bytesOf(inner))))
  return field(6, ...Object.values(value).map(inner => field(1, pair(inner))))
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)
const pair = (value: Value) => concat(field(1, new TextEncoder().encode('k')), field(2, bytesOf(value)))

function protobufAt(path: readonly number[], value: Value): Uint8Array {
  const innermost = path.at(-1) === -1 ? bytesOf(value) : pair(value)
  return path.filter(number => number > 0).reduceRight((inner, number) => field(number, inner), innermost)
}

function field(number: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const inner = concat(...parts)
  return concat(varint(number * 8 + 2), varint(inner.length), inner)
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return new Uint8Array([...bytes, rest])
}

const concat = (...parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
