import { ByteReader, ByteWriter } from './byte-columns.ts'
import { at, type Operation, type TraceTree } from './trace-tree.ts'

/** Names beyond these are '' in a skeleton: it must not grow with what senders put into names. */
const MAX_OPERATIONS = 4_096
/** Longer names are cut. */
export const MAX_NAME_CHARS = 120
const FORMAT = 2

/**
 * Writes a trace's tree in as few bytes as columns of integers take: about twenty a span, of which eight are its id. A parent is told by its
 * distance, a start by the time since the parent's. See {@link readSkeleton}.
 */
export function writeSkeleton(tree: TraceTree): Uint8Array<ArrayBuffer> {
  const { operations, operationAt } = keepCommonNames(tree)
  const out = new ByteWriter(tree.size * 24 + 4_096)
  out.integer(FORMAT)
  out.text(JSON.stringify({ startNs: `${tree.startNs}`, ...writeOperations(operations) }))
  out.integer(tree.size)
  for (const id of tree.spanIds) out.hex(id)
  for (let index = 0; index < tree.size; index++) out.integer(index - at(tree.parents, index))
  for (let index = 0; index < tree.size; index++) {
    const parent = at(tree.parents, index)
    out.signed(at(tree.starts, index) - (parent < 0 ? 0 : at(tree.starts, parent)))
  }
  for (const duration of tree.durations) out.integer(duration)
  for (const operation of operationAt) out.integer(operation)
  for (const flags of tree.flags) out.integer(flags)
  for (const hidden of tree.hidden) out.integer(hidden)
  return out.finish()
}

/**
 * Reads what {@link writeSkeleton} wrote. The same tree, but names longer than 120 characters are cut, and rare ones of a trace with thousands
 * of names are ''.
 *
 * @throws {RangeError} If it was not written so.
 */
export function readSkeleton(bytes: Uint8Array): TraceTree {
  const reader = new ByteReader(bytes)
  if (reader.integer() !== FORMAT) throw new RangeError('Not the skeleton of a trace')
  const { startNs, operations } = parseHead(reader.text())
  const size = reader.integer()
  const spanIds = Array.from({ length: size }, () => reader.hex())
  const parents = Int32Array.from({ length: size }, (_, index) => index - reader.integer())
  const starts = new Float64Array(size)
  for (let index = 0; index < size; index++) {
    const parent = at(parents, index)
    starts[index] = reader.signed() + (parent < 0 ? 0 : at(starts, parent))
  }
  const durations = Float64Array.from({ length: size }, () => reader.integer())
  const operationAt = Uint32Array.from({ length: size }, () => reader.integer())
  const flags = Uint8Array.from({ length: size }, () => reader.integer())
  const hidden = Uint32Array.from({ length: size }, () => reader.integer())
  return { size, startNs, spanIds, parents, starts, durations, operationAt, flags, hidden, operations }
}

type OperationValues = readonly [service: string, name: string, kind: string, pattern: string]

const valuesOf = ({ service, name, kind, pattern }: Operation): OperationValues => [service, name, kind, pattern]

/** Operations have few services, kinds and patterns: each text is written once. */
function writeOperations(operations: readonly Operation[]) {
  const numbers = new Map<string, number>()
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size
    numbers.set(text, number)
    return number
  }
  const numbered = operations.map(of => valuesOf(of).map(numberOf))
  return { texts: [...numbers.keys()], operations: numbered }
}

interface SkeletonHead {
  readonly startNs: string
  readonly texts: readonly string[]
  /** The service, name, kind and pattern of each, as places in `texts`. */
  readonly operations: readonly (readonly number[])[]
}

function parseHead(text: string): { startNs: bigint; operations: Operation[] } {
  const { startNs, texts, operations }: SkeletonHead = JSON.parse(text)
  return {
    startNs: BigInt(startNs),
    operations: operations.map(places => {
      const [service = '', name = '', kind = '', pattern = ''] = places.map(place => texts[place] ?? '')
      return { service, name, kind, pattern }
    }),
  }
}

/** Keeps the operations that most spans have; those of the others lose their names. */
function keepCommonNames({ operations, operationAt, size }: TraceTree) {
  const counts = new Uint32Array(operations.length)
  for (const operation of operationAt) counts[operation] = at(counts, operation) + 1
  const common = new Set(
    operations
      .map((_, index) => index)
      .sort((a, b) => at(counts, b) - at(counts, a) || a - b)
      .slice(0, MAX_OPERATIONS),
  )
  const written: Operation[] = []
  const known = new Map<string, number>()
  const renumbered = operations.map((of, index) => {
    const name = common.has(index) ? of.name.slice(0, MAX_NAME_CHARS) : ''
    const operation = { ...of, name, pattern: common.has(index) ? of.pattern : '' }
    const key = valuesOf(operation).join('\0')
    const place = known.get(key) ?? written.push(operation) - 1
    known.set(key, place)
    return place
  })
  const numbers = new Uint32Array(size)
  for (let index = 0; index < size; index++) numbers[index] = renumbered[at(operationAt, index)] ?? 0
  return { operations: written, operationAt: numbers }
}
