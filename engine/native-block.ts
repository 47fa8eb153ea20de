import { EngineError } from './error-reply.ts'

/** Bytes of one value of a type that has a fixed width. */
const WIDTHS: Readonly<Record<string, number>> = {
  Bool: 1,
  Int8: 1,
  UInt8: 1,
  Int16: 2,
  UInt16: 2,
  Int32: 4,
  UInt32: 4,
  Int64: 8,
  UInt64: 8,
  Int128: 16,
  UInt128: 16,
  Float32: 4,
  Float64: 8,
  Date: 2,
  Date32: 4,
  DateTime: 4,
  DateTime64: 8,
  UUID: 16,
  IPv4: 4,
  IPv6: 16,
  Enum8: 1,
  Enum16: 2,
}

/** Info of a block that is neither an overflow nor a bucket, as the native protocol writes it. */
const BLOCK_INFO = Buffer.from([1, 0, 2, 0xff, 0xff, 0xff, 0xff, 0])

/**
 * Rewrites FORMAT Native from revision 0, the only one that chDB writes, to what clickhouse-go reads after it sent
 * `client_protocol_version` 54460: info before every block, and one byte after the type of every column.
 *
 * @throws {EngineError} 48 for a column type that the driver's own statements never ask for.
 */
export function withBlockInfo(native: Uint8Array): Buffer {
  const bytes = Buffer.from(native.buffer, native.byteOffset, native.byteLength)
  const out: Buffer[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
  }
  const text = () => {
    const length = varint()
    at += length
    return bytes.toString('utf8', at - length, at)
  }
  while (at < bytes.length) {
    const start = at
    const columns = varint()
    const rows = varint()
    out.push(BLOCK_INFO, bytes.subarray(start, at))
    for (let column = 0; column < columns; column++) {
      const head = at
      text()
      const type = text()
      out.push(bytes.subarray(head, at), Buffer.from([0]))
      const data = at
      if (rows > 0) skipColumn(type, rows)
      out.push(bytes.subarray(data, at))
    }
  }
  return Buffer.concat(out)

  function skipColumn(type: string, rows: number): void {
    const nullable = /^Nullable\((.*)\)$/.exec(type)?.[1]
    if (nullable !== undefined) at += rows
    const plain = nullable ?? type
    if (plain === 'String') {
      for (let row = 0; row < rows; row++) {
        const length = varint()
        at += length
      }
      return
    }
    const width = /^FixedString\((\d+)\)$/.exec(plain)?.[1] ?? WIDTHS[plain.replace(/\(.*/, '')]
    if (width === undefined) {
      throw new EngineError(
        48,
        'NOT_IMPLEMENTED',
        `The engine cannot send ${type} with client_protocol_version; leave the parameter out`,
      )
    }
    at += rows * Number(width)
  }
}
