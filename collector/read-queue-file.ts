import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const MAGIC = 0xed0cdaed
const FORMAT = 2
const PAGE_HEADER = 16
const BRANCH = 1
const LEAF = 2
const FREE_LIST = 16
const ELEMENT = 16
const IS_BUCKET = 1
const BUCKET_HEADER = 16
const NO_FREE_LIST = 2n ** 64n - 1n
/** On a full disk the Collector counts requests that it could not write, and looks for each at its start: about a millisecond. */
const MAX_MISSING_REQUESTS = 10_000_000n

/** What a file of the Collector's queue holds. */
export interface QueueFile {
  /** Completes "it is damaged: …"; `undefined` if a Collector can open it. */
  readonly fault: string | undefined
  /** Numbers of the requests that were being sent; empty if there were none, if it has no queue yet, or if it is damaged. */
  readonly inFlight: readonly bigint[]
}

/**
 * Reads a queue's file, which is a bbolt database of format 2 with a bucket `default`; exporterhelper v0.161 keeps the queue's state in the key
 * `qmv0`. It checks all that the Collector needs to open and compact it: bbolt reads the file as memory, so that a page outside of it ends
 * the process. What requests hold is not checked; the Collector skips those that it cannot decode. No Collector may have it open.
 *
 * @see https://github.com/etcd-io/bbolt for the page layout
 */
export function readQueueFile(path: string): QueueFile {
  const file = openSync(path, 'r')
  try {
    return { fault: undefined, inFlight: readQueue(file) }
  } catch (error) {
    // A RangeError: a number lies outside of what it should be in.
    if (!(error instanceof DamagedFile || error instanceof RangeError)) throw error
    return { fault: error instanceof DamagedFile ? error.message : 'a page ends early', inFlight: [] }
  } finally {
    closeSync(file)
  }
}

class DamagedFile extends Error {}

function readQueue(file: number): readonly bigint[] {
  const { size } = fstatSync(file)
  if (size === 0) throw new DamagedFile('it is empty')
  const pages = openPages(file, size)
  let hasBucket = false
  let requests = 0n
  let state: Buffer | undefined
  for (const bucket of walk(pages, pages.of(pages.root))) {
    if (!bucket.isBucket) throw new DamagedFile('its root holds a value')
    if (bucket.key.toString() === 'default') hasBucket = true
    const header = bucket.value.read(0, BUCKET_HEADER)
    const root = header.readBigUInt64LE(0)
    // A small bucket is stored inline, after its header.
    const tree = root === 0n ? bucket.value.from(BUCKET_HEADER) : pages.of(root)
    for (const { key, value, isBucket } of walk(pages, tree)) {
      if (isBucket) throw new DamagedFile('its queue holds a bucket')
      if (key.toString() === 'qmv0') state = value.read(0, value.length)
      else requests++
    }
  }
  if (!hasBucket || state === undefined) return []
  const { inFlight, readIndex, writeIndex } = parseState(state)
  if (writeIndex < readIndex || writeIndex - readIndex > requests + MAX_MISSING_REQUESTS) {
    throw new DamagedFile(`its state counts ${writeIndex - readIndex} requests, and it holds ${requests}`)
  }
  return inFlight
}

/** Bytes that belong together: a page with those that continue it, or a value. */
interface Bytes {
  readonly length: number
  /** @throws {DamagedFile} If they reach beyond the end. */
  read(at: number, length: number): Buffer
  from(at: number, length?: number): Bytes
}

interface Pages {
  readonly root: bigint
  /** @throws {DamagedFile} If there is no such page, or if it was asked for before: each has one place in a tree. */
  of(number: bigint): Bytes
}

function openPages(file: number, size: number): Pages {
  const bytesAt = (start: number, length: number): Bytes => ({
    length,
    read(at, count) {
      if (at + count > length) throw new DamagedFile(`a page at byte ${start} ends early`)
      const bytes = Buffer.alloc(count)
      if (readSync(file, bytes, 0, count, start + at) < count) throw new DamagedFile('the file ends early')
      return bytes
    },
    from: (at, count = length - at) => bytesAt(start + at, Math.min(count, length - at)),
  })
  const meta = newestMeta((at, count) => (at + count > size ? undefined : bytesAt(0, size).read(at, count)))
  if (meta === undefined) throw new DamagedFile('neither of its first two pages is one of a queue')
  const { pageSize, root, freeList, pageCount } = meta
  if (size < 2 * pageSize) throw new DamagedFile('the file ends early')
  const taken = new Uint8Array(Math.ceil(size / pageSize))
  const pages: Pages = {
    root,
    of(number) {
      const first = Number(number)
      const start = first * pageSize
      if (number < 2n || number >= pageCount || start + pageSize > size) {
        throw new DamagedFile(`page ${number} lies outside of the file`)
      }
      const header = bytesAt(start, PAGE_HEADER).read(0, PAGE_HEADER)
      if (header.readBigUInt64LE(0) !== number) throw new DamagedFile(`page ${number} is not itself`)
      const length = (header.readUInt32LE(12) + 1) * pageSize
      if (start + length > size) throw new DamagedFile(`page ${number} ends outside of the file`)
      for (let i = first; i < first + length / pageSize; i++) {
        if (taken[i] === 1) throw new DamagedFile(`page ${i} has two places`)
        taken[i] = 1
      }
      return bytesAt(start, length)
    },
  }
  if (freeList !== NO_FREE_LIST) {
    const list = pages.of(freeList)
    const header = list.read(0, PAGE_HEADER)
    if (header.readUInt16LE(8) !== FREE_LIST) throw new DamagedFile('its list of free pages is none')
    list.read(PAGE_HEADER, header.readUInt16LE(10) * 8)
  }
  return pages
}

interface Meta {
  readonly pageSize: number
  readonly root: bigint
  readonly freeList: bigint
  readonly pageCount: bigint
  readonly transaction: bigint
}

type ReadAt = (at: number, length: number) => Buffer | undefined

/** Two meta pages alternate; the newest valid one counts. They contain the page size; if the first is damaged, every size is possible. */
function newestMeta(read: ReadAt): Meta | undefined {
  const first = readMeta(read(PAGE_HEADER, 64))
  const sizes = first === undefined ? [4_096, 8_192, 16_384, 65_536] : [first.pageSize]
  const second = sizes.map(size => readMeta(read(size + PAGE_HEADER, 64))).find(meta => meta !== undefined)
  if (first === undefined || second === undefined) return first ?? second
  return second.transaction > first.transaction ? second : first
}

function readMeta(bytes: Buffer | undefined): Meta | undefined {
  if (bytes === undefined || bytes.readUInt32LE(0) !== MAGIC || bytes.readUInt32LE(4) !== FORMAT) return undefined
  if (bytes.readBigUInt64LE(56) !== fnv64a(bytes.subarray(0, 56))) return undefined
  return {
    pageSize: bytes.readUInt32LE(8),
    root: bytes.readBigUInt64LE(16),
    freeList: bytes.readBigUInt64LE(32),
    pageCount: bytes.readBigUInt64LE(40),
    transaction: bytes.readBigUInt64LE(48),
  }
}

function fnv64a(bytes: Uint8Array): bigint {
  return bytes.reduce((hash, byte) => BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n), 0xcbf29ce484222325n)
}

interface Entry {
  readonly key: Buffer
  readonly value: Bytes
  readonly isBucket: boolean
}

/** Keys below a branch: from `least`, and before `end`. */
interface KeyRange {
  readonly least?: Buffer
  readonly end?: Buffer | undefined
}

/** All entries below a page, whose keys must rise. */
function* walk(pages: Pages, page: Bytes, { least, end }: KeyRange = {}): Generator<Entry> {
  const header = page.read(0, PAGE_HEADER)
  const kind = header.readUInt16LE(8)
  const count = header.readUInt16LE(10)
  if (kind !== LEAF && kind !== BRANCH) throw new DamagedFile('a page of its tree is of another kind')
  if (kind === BRANCH && count === 0) throw new DamagedFile('a branch of its tree is empty')
  const elements = page.read(PAGE_HEADER, count * ELEMENT)
  let previous: Buffer | undefined
  const keyOf = (i: number): { key: Buffer; endsAt: number } => {
    const at = i * ELEMENT
    const [position, length] = kind === LEAF ? [at + 4, at + 8] : [at, at + 4]
    const keyAt = PAGE_HEADER + at + elements.readUInt32LE(position)
    const keyLength = elements.readUInt32LE(length)
    return { key: page.read(keyAt, keyLength), endsAt: keyAt + keyLength }
  }
  for (let i = 0; i < count; i++) {
    const { key, endsAt } = keyOf(i)
    const isInOrder = previous === undefined || Buffer.compare(previous, key) < 0
    const isAbove = least === undefined || Buffer.compare(least, key) <= 0
    const isBelow = end === undefined || Buffer.compare(key, end) < 0
    if (key.length === 0 || !isInOrder || !isAbove || !isBelow) throw new DamagedFile('its keys are out of order')
    previous = key
    if (kind === BRANCH) {
      const next = i + 1 < count ? keyOf(i + 1).key : end
      yield* walk(pages, pages.of(elements.readBigUInt64LE(i * ELEMENT + 8)), { least: key, end: next })
    } else {
      const length = elements.readUInt32LE(i * ELEMENT + 12)
      const value = page.from(endsAt, length)
      if (value.length < length) throw new DamagedFile('a value ends outside of its page')
      yield { key, value, isBucket: (elements.readUInt32LE(i * ELEMENT) & IS_BUCKET) !== 0 }
    }
  }
}

interface QueueState {
  readonly readIndex: bigint
  readonly writeIndex: bigint
  readonly inFlight: readonly bigint[]
}

const BYTES_OF_WIRE_TYPE: ReadonlyMap<number, number> = new Map([
  [1, 8],
  [5, 4],
])

/** PersistentMetadata (protobuf): fields 3 and 4 are the indices, 5 is a packed list; all numbers have eight bytes. */
function parseState(bytes: Buffer): QueueState {
  const indices = { readIndex: 0n, writeIndex: 0n }
  const inFlight: bigint[] = []
  let at = 0
  while (at < bytes.length) {
    const tag = readVarint()
    const [field, wireType] = [Math.floor(tag / 8), tag % 8]
    const length = wireType === 2 ? readVarint() : BYTES_OF_WIRE_TYPE.get(wireType)
    if (wireType === 0) readVarint()
    else if (length === undefined || at + length > bytes.length) throw new DamagedFile('its state cannot be read')
    else {
      if (field === 3 && wireType === 1) indices.readIndex = bytes.readBigUInt64LE(at)
      if (field === 4 && wireType === 1) indices.writeIndex = bytes.readBigUInt64LE(at)
      if (field === 5) for (let one = at; one < at + length; one += 8) inFlight.push(bytes.readBigUInt64LE(one))
      at += length
    }
  }
  return { ...indices, inFlight }

  function readVarint(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = bytes.readUInt8(at++)
      value += (byte & 127) * 2 ** shift
      if (byte < 128) return value
    }
  }
}
