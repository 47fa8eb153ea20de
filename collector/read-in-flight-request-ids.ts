import { closeSync, openSync, readSync } from 'node:fs'

const MAGIC = 0xed0cdaed
const BRANCH = 1
const LEAF = 2
const BUCKET = 1
const HEADER = 16

/**
 * Reads from a queue's file which requests were being sent (exporterhelper v0.161: key `qmv0`). It is a bbolt database of format 2. No
 * Collector may have it open.
 *
 * @returns Their numbers; none if all were done; `undefined` if the file is no such database or has no queue yet.
 * @see https://github.com/etcd-io/bbolt for the page layout
 */
export function readInFlightRequestIds(path: string): bigint[] | undefined {
  const file = openSync(path, 'r')
  try {
    const read = (at: number, length: number) => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(file, bytes, 0, length, at))
    }
    const meta = newestMeta(read)
    if (meta === undefined) return undefined
    const pageOf = (number: bigint) => {
      const at = Number(number) * meta.pageSize
      return read(at, (read(at, HEADER).readUInt32LE(12) + 1) * meta.pageSize)
    }
    const bucket = lookUp(pageOf(meta.root), pageOf, 'default')
    if (bucket?.flags !== BUCKET) return undefined
    const root = bucket.value.readBigUInt64LE(0)
    // A small bucket is stored inline, after its own header.
    const queue = lookUp(root === 0n ? bucket.value.subarray(HEADER) : pageOf(root), pageOf, 'qmv0')
    return queue === undefined ? undefined : parseInFlightIds(queue.value)
  } catch (error) {
    if (error instanceof RangeError) return undefined // Points outside of the file: incomplete, or another format.
    throw error
  } finally {
    closeSync(file)
  }
}

interface Meta {
  readonly pageSize: number
  readonly root: bigint
  readonly transaction: bigint
}

/** Two meta pages alternate; the newest valid one counts. They contain the page size; if the first is damaged, every size is possible. */
function newestMeta(read: (at: number, length: number) => Buffer): Meta | undefined {
  const first = readMeta(read(HEADER, 64))
  const sizes = first === undefined ? [4_096, 8_192, 16_384, 65_536] : [first.pageSize]
  const second = sizes.map(size => readMeta(read(size + HEADER, 64))).find(meta => meta !== undefined)
  if (first === undefined || second === undefined) return first ?? second
  return second.transaction > first.transaction ? second : first
}

function readMeta(bytes: Buffer): Meta | undefined {
  if (bytes.length < 64 || bytes.readUInt32LE(0) !== MAGIC) return undefined
  if (bytes.readBigUInt64LE(56) !== fnv64a(bytes.subarray(0, 56))) return undefined
  return {
    pageSize: bytes.readUInt32LE(8),
    root: bytes.readBigUInt64LE(16),
    transaction: bytes.readBigUInt64LE(48),
  }
}

function fnv64a(bytes: Uint8Array): bigint {
  return bytes.reduce((hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n), 0xcbf29ce484222325n)
}

interface Element {
  readonly flags: number
  readonly value: Buffer
}

function lookUp(root: Buffer, pageOf: (number: bigint) => Buffer, key: string): Element | undefined {
  let page = root
  for (let depth = 0; depth < 64; depth++) {
    const flags = page.readUInt16LE(8)
    const count = page.readUInt16LE(10)
    if (flags === LEAF) return leafElement(page, count, key)
    if (flags !== BRANCH) return undefined
    page = pageOf(childFor(page, count, key))
  }
  return undefined
}

/** The last child whose first key is not above the wanted one. */
function childFor(page: Buffer, count: number, key: string): bigint {
  let child = page.readBigUInt64LE(HEADER + 8)
  for (let i = 1; i < count; i++) {
    const element = HEADER + i * 16
    const keyAt = element + page.readUInt32LE(element)
    const first = page.subarray(keyAt, keyAt + page.readUInt32LE(element + 4))
    if (Buffer.compare(first, Buffer.from(key)) > 0) break
    child = page.readBigUInt64LE(element + 8)
  }
  return child
}

function leafElement(page: Buffer, count: number, key: string): Element | undefined {
  for (let i = 0; i < count; i++) {
    const element = HEADER + i * 16
    const keyAt = element + page.readUInt32LE(element + 4)
    const valueAt = keyAt + page.readUInt32LE(element + 8)
    if (page.toString('utf8', keyAt, valueAt) !== key) continue
    const value = page.subarray(valueAt, valueAt + page.readUInt32LE(element + 12))
    return { flags: page.readUInt32LE(element), value }
  }
  return undefined
}

/** PersistentMetadata (protobuf): fields 1 to 4 are eight bytes each, 5 is a packed list of eight-byte numbers. */
function parseInFlightIds(metadata: Buffer): bigint[] | undefined {
  const numbers: bigint[] = []
  let at = 0
  while (at < metadata.length) {
    const tag = metadata.readUInt8(at++)
    if ((tag & 7) === 1) {
      if (tag >> 3 === 5) numbers.push(metadata.readBigUInt64LE(at))
      at += 8
    } else if (tag === ((5 << 3) | 2)) {
      let length = 0
      for (let shift = 0, more = true; more; shift += 7) {
        const byte = metadata.readUInt8(at++)
        length |= (byte & 127) << shift
        more = byte > 127
      }
      for (const end = at + length; at < end; at += 8) numbers.push(metadata.readBigUInt64LE(at))
    } else {
      return undefined // A newer Collector's format.
    }
  }
  return numbers
}
