/** What spans do: a name within a service. */
export interface Operation {
  readonly service: string
  readonly name: string
  readonly kind: string
  /** See {@link TraceSpan}. */
  readonly pattern: string
}

/**
 * The spans of a trace in columns, each span before those below it, so that a span and all below it are one range. Siblings are in the order
 * of their starts, then of their ids. Times are as they were sent.
 *
 * A hundred thousand objects would take a browser seconds and hundreds of megabytes; columns take a few.
 */
export interface TraceTree {
  /** Spans, and places of missing parents. */
  readonly size: number
  /** When the first span starts, Unix nanoseconds. */
  readonly startNs: bigint
  /** Of each span, 16 hex digits; of a missing parent the id that its children name. */
  readonly spanIds: readonly string[]
  /** Index of the parent; -1 for a root. */
  readonly parents: Int32Array
  /** Nanoseconds since the start of the trace. Exact up to 104 days. */
  readonly starts: Float64Array
  /** Nanoseconds. */
  readonly durations: Float64Array
  /** Index of the operation. */
  readonly operationAt: Uint32Array
  /** Sum of {@link FLAGS}. */
  readonly flags: Uint8Array
  /** How many spans below it, and below no nearer one of the tree, were left out. */
  readonly hidden: Uint32Array
  readonly operations: readonly Operation[]
}

export const FLAGS = {
  failed: 1,
  /** No span, but the place of a parent that is missing. */
  missing: 2,
  /** It was its own ancestor; here it is a root. */
  inCycle: 4,
  /** A span of another service has its id. */
  sharesId: 8,
  exception: 16,
} as const

/** The value of a column; 0 outside of it. */
export const at = (column: Int32Array | Uint32Array | Uint8Array | Float64Array, index: number): number =>
  column[index] ?? 0

export const hasFlag = ({ flags }: Pick<TraceTree, 'flags'>, index: number, flag: keyof typeof FLAGS): boolean =>
  (at(flags, index) & FLAGS[flag]) !== 0

export const operationOf = ({ operations, operationAt }: TraceTree, index: number): Operation =>
  operations[at(operationAt, index)] ?? NO_OPERATION

/** Tells operations apart by service and name alone, whatever their kind and pattern. */
export const operationKey = ({ service, name }: Pick<Operation, 'service' | 'name'>): string => `${service}\0${name}`

const NO_OPERATION: Operation = { service: '', name: '', kind: '', pattern: '' }

/** When a span ends, nanoseconds since the start of the trace. */
export const endOf = ({ starts, durations }: TraceTree, index: number): number =>
  at(starts, index) + at(durations, index)

/** The number of spans, without the places of missing parents. */
export const countSpans = (tree: TraceTree): number => tree.size - countFlag(tree, 'missing')

/** The number of spans with a flag. */
export function countFlag(tree: TraceTree, flag: keyof typeof FLAGS): number {
  let count = 0
  for (let index = 0; index < tree.size; index++) if (hasFlag(tree, index, flag)) count++
  return count
}

/** For each span the index after the last one below it. */
export function subtreeEnds({ size, parents }: Pick<TraceTree, 'size' | 'parents'>): Int32Array {
  const ends = new Int32Array(size)
  for (let index = size - 1; index >= 0; index--) {
    const end = Math.max(at(ends, index), index + 1)
    ends[index] = end
    const parent = at(parents, index)
    if (parent >= 0 && at(ends, parent) < end) ends[parent] = end
  }
  return ends
}

/** For each span the number of its ancestors. */
export function depthsOf({ size, parents }: Pick<TraceTree, 'size' | 'parents'>): Int32Array {
  const depths = new Int32Array(size)
  for (let index = 0; index < size; index++) {
    const parent = at(parents, index)
    depths[index] = parent < 0 ? 0 : at(depths, parent) + 1
  }
  return depths
}

/** The children of a span, or the roots for -1, in order. Finding the next skips what is below. */
export function* childrenOf(tree: TraceTree, ends: Int32Array, index: number): Generator<number> {
  const end = index < 0 ? tree.size : at(ends, index)
  for (let child = index + 1; child < end; child = at(ends, child)) yield child
}

/** The children of a span, or the roots for -1; instead of the place of a missing parent, the children of that place. */
export function* spansBelow(tree: TraceTree, ends: Int32Array, index: number): Generator<number> {
  for (const child of childrenOf(tree, ends, index)) {
    if (hasFlag(tree, child, 'missing')) yield* childrenOf(tree, ends, child)
    else yield child
  }
}
