import type { RecordBounds } from './bound-records.ts'
import { concat, type Field, fieldsOf, lengthDelimited } from './protobuf-fields.ts'

/** By message, the numbers of the fields that lead to records, names and attributes. */
interface Shape {
  readonly name?: number
  readonly attributes?: number
  readonly inner?: Readonly<Record<number, Shape>>
  /** One of the records that are counted: the fields that say when it was, and where none does, when it was observed. */
  readonly times?: readonly [time: number, observed?: number]
  readonly isResource?: true
}

const resource: Shape = { attributes: 1, isResource: true }
const event: Shape = { name: 2, attributes: 3, times: [1] }
const span: Shape = { name: 5, attributes: 9, inner: { 11: event }, times: [7] }
const logRecord: Shape = { name: 12, attributes: 6, times: [1, 11] }
const requestOf = (record: Shape): Shape => ({ inner: { 1: { inner: { 1: resource, 2: { inner: { 2: record } } } } } })
const shapes = new Map([
  ['/v1/traces', requestOf(span)],
  ['/v1/logs', requestOf(logRecord)],
])

/**
 * Bounds the records of a request in OTLP/protobuf.
 *
 * @param body Protobuf that was checked.
 * @see https://github.com/open-telemetry/opentelemetry-proto
 */
export function boundProtobuf(body: Uint8Array, signalPath: string, bounds: RecordBounds): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bound(body, shapes.get(signalPath) ?? {}, bounds, []) ?? [])
}

/** @returns undefined for a record that is not taken */
function bound(
  bytes: Uint8Array,
  shape: Shape,
  bounds: RecordBounds,
  timesNs: readonly bigint[],
): Uint8Array | undefined {
  if (shape.times !== undefined && !bounds.takesRecord()) return undefined
  const fields = fieldsOf(bytes)
  const pairs = fields.filter(({ number }) => number === shape.attributes).map(({ bytes: pair }) => readPair(pair))
  const texts = shape.isResource ? bounds.resourceTextsOf(pairs, timesNs) : bounds.textsOf(pairs)
  let nth = 0
  return concat(
    fields.flatMap(({ number, bytes: inner, whole }) => {
      if (number === shape.attributes) {
        const [pair, text] = [pairs[nth], texts[nth]]
        nth++
        if (pair === undefined || text === undefined) return []
        return pair.text === text ? [whole] : [lengthDelimited(number, writePair(pair.key, text))]
      }
      if (number === shape.name) return [lengthDelimited(number, utf8.encode(bounds.nameOf(text8.decode(inner))))]
      const innerShape = shape.inner?.[number]
      if (innerShape === undefined) return [whole]
      const bounded = bound(inner, innerShape, bounds, innerShape.isResource ? timesIn(fields, shape) : [])
      return bounded === undefined ? [] : [lengthDelimited(number, bounded)]
    }),
  )
}

/** When the records in these fields were, in nanoseconds; 0 for one that does not say. */
function timesIn(fields: readonly Field[], shape: Shape): bigint[] {
  return fields.flatMap(({ number, bytes }) => {
    const inner = shape.inner?.[number]
    if (inner === undefined) return []
    const innerFields = fieldsOf(bytes)
    return [...timesIn(innerFields, inner), ...(inner.times === undefined ? [] : [timeOf(innerFields, inner.times)])]
  })
}

function timeOf(fields: readonly Field[], [time, observed]: readonly [number, number?]): bigint {
  const said = (wanted: number | undefined) =>
    fields.findLast(({ number, whole }) => number === wanted && whole.length === 9)?.whole
  const read = (whole: Uint8Array | undefined) => (whole === undefined ? 0n : Buffer.from(whole).readBigUInt64LE(1))
  return read(said(time)) || read(said(observed))
}

/** Where a field stands twice, receivers take the last one or both: then it is no text, but what tells it from any other. */
function readPair(bytes: Uint8Array): { readonly key: string; readonly text: string } {
  const fields = fieldsOf(bytes)
  const keys = fields.filter(({ number }) => number === 1)
  const values = fields.filter(({ number }) => number === 2).flatMap(field => fieldsOf(field.bytes))
  const [value] = values
  const isText = value?.number === 1 && values.length === 1
  return {
    key: text8.decode(keys.at(-1)?.bytes),
    text: isText ? text8.decode(value.bytes) : `\0${Buffer.from(bytes).toString('base64')}`,
  }
}

function writePair(key: string, text: string): Uint8Array {
  const value = lengthDelimited(1, utf8.encode(text))
  return concat([lengthDelimited(1, utf8.encode(key)), lengthDelimited(2, value)])
}

const utf8 = new TextEncoder()
const text8 = new TextDecoder()
