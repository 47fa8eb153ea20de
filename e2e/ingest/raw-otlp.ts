import type { Signal } from '../../test/otlp/send-otlp.ts'

/** A length-delimited field as raw protobuf, which our encoders would not write. */
export function protobufField(number: number, ...parts: readonly Uint8Array[]): Buffer {
  const inner = Buffer.concat(parts)
  return Buffer.concat([varint(number * 8 + 2), varint(inner.length), inner])
}

export function protobufTime(number: number, ns: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(ns)
  return Buffer.concat([varint(number * 8 + 1), bytes])
}

export const protobufText = (number: number, value: string) => protobufField(number, Buffer.from(value))
export const protobufKeyValue = (number: number, key: string, value: Uint8Array) =>
  protobufField(number, protobufText(1, key), protobufField(2, value))
export const protobufTextKeyValue = (number: number, key: string, value: string) =>
  protobufKeyValue(number, key, protobufText(1, value))

/** A value of about this size, nested lists or maps: our encoders would overflow the stack. */
export function nestedAnyValue(kind: 'list' | 'map', bytes: number): Buffer {
  const tags = kind === 'list' ? [0x0a, 0x2a] : [0x12, 0x0a, 0x32]
  const all = Buffer.alloc(bytes)
  let at = bytes
  while (at > 64) {
    for (const tag of tags) {
      const length = varint(bytes - at)
      at -= length.length
      length.copy(all, at)
      all[--at] = tag
    }
  }
  return all.subarray(at)
}

export async function sendRaw(url: string, signal: Signal, body: Buffer): Promise<number> {
  const headers = { 'content-type': 'application/x-protobuf' }
  const response = await fetch(`${url}/v1/${signal}`, { method: 'POST', headers, body: new Uint8Array(body) })
  await response.arrayBuffer()
  return response.status
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Buffer.from([...bytes, rest])
}
