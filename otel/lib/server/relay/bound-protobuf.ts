import type { RecordBounds } from './bound-records.ts'
import { concat, fieldsOf, lengthDelimited } from './protobuf-fields.ts'

/** By message, the numbers of the fields that lead to records, names and attributes. */
interface Shape {
  readonly name?: number
  readonly attributes?: number
  readonly inner?: Readonly<Record<number, Shape>>
  /** Whether it is one of the records that are counted. */
  readonly isRecord?: true
}

const resource: Shape = { attributes: 1 }
const event: Shape = { name: 2, attributes: 3, isRecord: true }
const span: Shape = { name: 5, attributes: 9, inner: { 11: event }, isRecord: true }
const logRecord: Shape = { name: 12, attributes: 6, isRecord: true }
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
  return new Uint8Array(bound(body, shapes.get(signalPath) ?? {}, bounds) ?? [])
}

/** @returns undefined for a record that is not taken */
function bound(bytes: Uint8Array, shape: Shape, bounds: RecordBounds): Uint8Array | undefined {
  if (shape.isRecord && !bounds.takesRecord()) return undefined
  const fields = fieldsOf(bytes)
  const pairs = fields.filter(({ number }) => number === shape.attributes).map(({ bytes: pair }) => readPair(pair))
  const texts = bounds.textsOf(pairs)
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
      const bounded = bound(inner, innerShape, bounds)
      return bounded === undefined ? [] : [lengthDelimited(number, bounded)]
    }),
  )
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
