import { Transform, type TransformCallback } from 'node:stream'
import { zstdDecompressSync } from 'node:zlib'
import { cityHash128 } from './city-hash.ts'
import { EngineError } from './error-reply.ts'

// A frame: 16 bytes CityHash128 of the rest, one byte method, UInt32 size with these 9 bytes, UInt32 size unpacked, data.
const CHECKSUM_BYTES = 16
const HEAD_BYTES = 9
const METHOD_NONE = 0x02
const METHOD_LZ4 = 0x82
const METHOD_ZSTD = 0x90

/** Bytes in one frame of an answer; ClickHouse's own default. */
const FRAME_BYTES = 1_048_576
/** ClickHouse's own limit; keeps a forged length from allocating. */
const MAX_FRAME_BYTES = 0x40000000

/**
 * Unpacks ClickHouse's compressed frames (`decompress=1`). Their checksums are not looked at: TCP has its own, and
 * computing these costs more than everything else (270 ms for 9.5 MB).
 */
export class FrameReader extends Transform {
  readonly #maxFrameBytes: number
  #held: Buffer[] = []
  #heldBytes = 0

  /** @param maxFrameBytes Unpacked bytes of one frame. */
  constructor(maxFrameBytes = MAX_FRAME_BYTES) {
    super()
    this.#maxFrameBytes = maxFrameBytes
  }

  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    this.#held.push(chunk)
    this.#heldBytes += chunk.length
    try {
      for (let frame = this.#takeFrame(); frame !== undefined; frame = this.#takeFrame()) this.push(unpack(frame))
      done()
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)))
    }
  }

  override _flush(done: TransformCallback): void {
    if (this.#heldBytes === 0) done()
    else done(new EngineError(33, 'CANNOT_READ_ALL_DATA', 'The body ends within a compressed frame'))
  }

  #takeFrame(): Buffer | undefined {
    if (this.#heldBytes < CHECKSUM_BYTES + HEAD_BYTES) return undefined
    const head = this.#peek(CHECKSUM_BYTES + HEAD_BYTES)
    const packedBytes = head.readUInt32LE(CHECKSUM_BYTES + 1)
    const unpackedBytes = head.readUInt32LE(CHECKSUM_BYTES + 5)
    if (packedBytes < HEAD_BYTES || packedBytes > this.#maxFrameBytes || unpackedBytes > this.#maxFrameBytes) {
      throw new EngineError(271, 'CANNOT_DECOMPRESS', 'The body is not in compressed frames, or a frame is too large')
    }
    const frameBytes = CHECKSUM_BYTES + packedBytes
    if (this.#heldBytes < frameBytes) return undefined
    const all = this.#held.length === 1 && this.#held[0] !== undefined ? this.#held[0] : Buffer.concat(this.#held)
    this.#held = all.length > frameBytes ? [all.subarray(frameBytes)] : []
    this.#heldBytes -= frameBytes
    return all.subarray(0, frameBytes)
  }

  #peek(bytes: number): Buffer {
    if ((this.#held[0]?.length ?? 0) < bytes) this.#held = [Buffer.concat(this.#held)]
    return this.#held[0] ?? Buffer.alloc(0)
  }
}

/** Packs an answer into ClickHouse's frames (`compress=1`), stored and not compressed: it goes over loopback. */
export class FrameWriter extends Transform {
  override _transform(chunk: Buffer, _encoding: string, done: TransformCallback): void {
    for (let at = 0; at < chunk.length; at += FRAME_BYTES) this.push(storedFrame(chunk.subarray(at, at + FRAME_BYTES)))
    done()
  }
}

function storedFrame(data: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(CHECKSUM_BYTES + HEAD_BYTES + data.length)
  frame[CHECKSUM_BYTES] = METHOD_NONE
  frame.writeUInt32LE(HEAD_BYTES + data.length, CHECKSUM_BYTES + 1)
  frame.writeUInt32LE(data.length, CHECKSUM_BYTES + 5)
  data.copy(frame, CHECKSUM_BYTES + HEAD_BYTES)
  cityHash128(frame.subarray(CHECKSUM_BYTES)).copy(frame, 0)
  return frame
}

function unpack(frame: Buffer): Buffer {
  const method = frame[CHECKSUM_BYTES]
  const unpackedBytes = frame.readUInt32LE(CHECKSUM_BYTES + 5)
  const data = frame.subarray(CHECKSUM_BYTES + HEAD_BYTES)
  let out: Buffer
  if (method === METHOD_NONE) out = data
  else if (method === METHOD_LZ4) out = unpackLz4(data, unpackedBytes)
  else if (method === METHOD_ZSTD) out = zstdDecompressSync(data, { maxOutputLength: unpackedBytes + 1 })
  else throw new EngineError(89, 'UNKNOWN_COMPRESSION_METHOD', `Unknown compression method: ${method}`)
  if (out.length !== unpackedBytes) throw corrupt()
  return out
}

/** One LZ4 block. @see https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md */
function unpackLz4(data: Buffer, unpackedBytes: number): Buffer {
  const out = Buffer.allocUnsafe(unpackedBytes)
  let from = 0
  let to = 0
  const longer = (length: number) => {
    let total = length
    for (let more = 255; more === 255; total += more) {
      const byte = data[from++]
      if (byte === undefined) throw corrupt()
      more = byte
    }
    return total
  }
  while (from < data.length) {
    const token = data[from++] ?? 0
    const literals = token >> 4 === 15 ? longer(15) : token >> 4
    if (from + literals > data.length || to + literals > unpackedBytes) throw corrupt()
    if (literals > 32) data.copy(out, to, from, from + literals)
    else for (let i = 0; i < literals; i++) out[to + i] = data[from + i] ?? 0
    from += literals
    to += literals
    if (from === data.length) break
    const back = (data[from] ?? 0) | ((data[from + 1] ?? 0) << 8)
    from += 2
    const length = 4 + ((token & 15) === 15 ? longer(15) : token & 15)
    const start = to - back
    if (back === 0 || start < 0 || to + length > unpackedBytes) throw corrupt()
    if (back >= length && length > 32) out.copyWithin(to, start, start + length)
    else for (let i = 0; i < length; i++) out[to + i] = out[start + i] ?? 0
    to += length
  }
  if (to !== unpackedBytes) throw corrupt()
  return out
}

const corrupt = () => new EngineError(271, 'CANNOT_DECOMPRESS', 'Cannot decompress: a frame of the body is damaged')
