import { fieldEnd, readVarint } from './nesting.ts'

export interface Field {
  readonly number: number
  /** All of it, with its tag. */
  readonly whole: Uint8Array
  /** What a length stands before; empty for any other. */
  readonly bytes: Uint8Array
}

/** None of what is no protobuf: the Collector says so. */
export function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  for (let at = 0; at < bytes.length; ) {
    const tag = readVarint(bytes, at, bytes.length)
    const end = tag && fieldEnd(bytes, tag.value % 8, tag.end, bytes.length)
    if (tag === undefined || end === undefined) return []
    const inner = bytes.subarray(end.from ?? end.to, end.to)
    fields.push({ number: Math.floor(tag.value / 8), whole: bytes.subarray(at, end.to), bytes: inner })
    at = end.to
  }
  return fields
}

export const lengthDelimited = (number: number, bytes: Uint8Array) =>
  concat([varint(number * 8 + 2), varint(bytes.length), bytes])

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

export const concat = (parts: readonly Uint8Array[]) => new Uint8Array(Buffer.concat(parts))
