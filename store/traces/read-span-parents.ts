import { at } from '../../trace/trace-tree.ts'
import type { ByteChunks, Store } from '../store.ts'
import { StoreError } from '../store-error.ts'
import type { TraceId } from '../units.ts'
import { rankAsRoot, type SpanFamily } from './choose-spans.ts'
import sql from './read-span-parents.sql?raw'

/** The spans of a trace by numbers, to choose from. */
export interface TraceFamily extends SpanFamily {
  /** See {@link rankAsRoot}. */
  readonly ranks: Uint8Array
  /** 16 hex digits. */
  readonly idOf: (span: number) => string
}

/**
 * Reads who is whose parent in a large trace, in no order: a hundred thousand spans in a few milliseconds.
 *
 * @param options.limit 1 to 1,000,000
 * @returns `undefined` if this cannot tell: the trace has more spans than the limit, an id several times, an id that is no 16 hex digits, or
 * two spans that begin at once and could both be its root.
 * @throws {StoreError} Any kind.
 */
export async function readSpanParents(
  store: Store,
  { traceId, limit = 500_000 }: { traceId: TraceId; limit?: number },
  signal?: AbortSignal,
): Promise<TraceFamily | undefined> {
  const params = { traceId, limit: limit + 1 }
  const chunks = await store.queryRows(
    { name: 'read-span-parents', sql, params, timeoutMs: 20_000, isOfOneTrace: true },
    signal,
  )
  const rows = new Rows(chunks)
  return rows.size > limit ? undefined : familyOf(rows)
}

const IS_LOCAL_ROOT = 1
const IS_BROWSER = 2
const FAILED = 4
const IS_ODD = 8
const ROW_BYTES = 25
const HIGH_WORD = 2 ** 32

/** @see https://clickhouse.com/docs/interfaces/formats/RowBinary: integers one after another, with their lowest bytes first. */
class Rows {
  readonly size: number
  readonly #bytes: Buffer

  constructor(chunks: ByteChunks) {
    this.#bytes = Buffer.concat(chunks)
    this.size = this.#bytes.length / ROW_BYTES
    if (!Number.isInteger(this.size))
      throw new StoreError('unreadable', new Error(`rows of ${ROW_BYTES} bytes in ${this.#bytes.length}`))
  }

  low(row: number): number {
    return this.#bytes.readUInt32LE(row * ROW_BYTES)
  }
  high(row: number): number {
    return this.#bytes.readUInt32LE(row * ROW_BYTES + 4)
  }
  parentLow(row: number): number {
    return this.#bytes.readUInt32LE(row * ROW_BYTES + 8)
  }
  parentHigh(row: number): number {
    return this.#bytes.readUInt32LE(row * ROW_BYTES + 12)
  }
  /** Since the start of the first row: exact up to 104 days. */
  startNs(row: number): number {
    return (
      (this.#bytes.readInt32LE(row * ROW_BYTES + 20) - this.#bytes.readInt32LE(20)) * HIGH_WORD +
      (this.#bytes.readUInt32LE(row * ROW_BYTES + 16) - this.#bytes.readUInt32LE(16))
    )
  }
  facts(row: number): number {
    return this.#bytes.readUInt8(row * ROW_BYTES + 24)
  }
}

function familyOf(rows: Rows): TraceFamily | undefined {
  const { size } = rows
  const numbers = numberIds(rows)
  if (numbers === undefined) return undefined
  const parents = new Int32Array(size)
  const starts = new Float64Array(size)
  const ranks = new Uint8Array(size)
  const failed = new Uint8Array(size)
  for (let row = 0; row < size; row++) {
    const facts = rows.facts(row)
    if ((facts & IS_ODD) !== 0) return undefined
    const [high, low] = [rows.parentHigh(row), rows.parentLow(row)]
    const isTop = high === 0 && low === 0
    parents[row] = isTop ? -1 : numbers.find(high, low)
    starts[row] = rows.startNs(row)
    ranks[row] = rankAsRoot({
      parentSpanId: isTop ? '' : 'some',
      isLocalRoot: (facts & IS_LOCAL_ROOT) !== 0,
      isBrowser: (facts & IS_BROWSER) !== 0,
    })
    failed[row] = (facts & FAILED) === 0 ? 0 : 1
  }
  const compare = (a: number, b: number) =>
    at(starts, a) - at(starts, b) || rows.high(a) - rows.high(b) || rows.low(a) - rows.low(b) || a - b
  const root = findOnlyRoot(ranks, starts)
  if (root === undefined) return undefined
  return { size, parents, ranks, failed, root, compare, idOf: span => hex(rows.high(span)) + hex(rows.low(span)) }
}

/** The oldest of those with the least rank, -1 without spans; `undefined` if several began at once. */
function findOnlyRoot(ranks: Uint8Array, starts: Float64Array): number | undefined {
  let root = -1
  let isOnly = true
  for (let span = 0; span < ranks.length; span++) {
    const before = root < 0 ? -1 : at(ranks, span) - at(ranks, root) || at(starts, span) - at(starts, root)
    if (before < 0) root = span
    if (before <= 0) isOnly = before < 0
  }
  return isOnly ? root : undefined
}

const hex = (word: number) => word.toString(16).padStart(8, '0')

/** The row of each id, found by hashing: a map of texts would take longer than all the rest. @returns `undefined` if an id comes twice. */
function numberIds(rows: Rows) {
  const bits = Math.max(1, Math.ceil(Math.log2(rows.size * 2 + 1)))
  const mask = 2 ** bits - 1
  const slots = new Int32Array(2 ** bits).fill(-1)
  /** The slot that has an id, or a free one. */
  const slotOf = (high: number, low: number): number => {
    let slot = (Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b) >>> (32 - bits)) & mask
    for (;;) {
      const row = at(slots, slot)
      if (row < 0 || (rows.low(row) === low && rows.high(row) === high)) return slot
      slot = (slot + 1) & mask
    }
  }
  for (let row = 0; row < rows.size; row++) {
    const slot = slotOf(rows.high(row), rows.low(row))
    if (at(slots, slot) >= 0) return undefined
    slots[slot] = row
  }
  return { find: (high: number, low: number) => at(slots, slotOf(high, low)) }
}
