import { at, hasFlag, operationKey, operationOf, spansBelow, subtreeEnds, type TraceTree } from './trace-tree.ts'

/** The spans of one operation that were called the same way from a root, merged. Times are nanoseconds. */
export interface Flame {
  readonly service: string
  readonly name: string
  readonly count: number
  readonly failed: number
  /** Their self time over all services, and that of all below them. */
  readonly value: number
  readonly self: number
  /** The span of them that took longest. */
  readonly longest: number
  /** Where it begins, and its level; children lie within their parent. */
  readonly from: number
  readonly depth: number
}

/**
 * Merges the spans of a trace by operation and by those above it. The width of a flame is work, not time: of what ran at the same time all
 * counts, so that children always fit below their parent.
 *
 * @param selfTimes over all services
 * @returns parents before children, siblings by value, greatest first
 */
export function mergeFlames(tree: TraceTree, selfTimes: Float64Array): Flame[] {
  const ends = subtreeEnds(tree)
  const values = Float64Array.from(selfTimes)
  for (let index = tree.size - 1; index >= 0; index--) {
    const parent = at(tree.parents, index)
    if (parent >= 0) values[parent] = at(values, parent) + at(values, index)
  }
  const flames: Flame[] = []
  const pending: {
    readonly spans: readonly number[]
    readonly value: number
    readonly from: number
    readonly depth: number
  }[] = []
  const open = (parents: readonly number[], from: number, depth: number) => {
    const children = parents.flatMap(parent => [...spansBelow(tree, ends, parent)])
    const groups = [...Map.groupBy(children, child => operationKey(operationOf(tree, child))).values()]
      .map(spans => ({ spans, value: sumOf(spans, values) }))
      .toSorted((a, b) => b.value - a.value)
    let left = from
    const placed = groups.map(({ spans, value }) => {
      left += value
      return { spans, value, from: left - value, depth }
    })
    pending.push(...placed.toReversed())
  }
  open([-1], 0, 0)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { spans, value, from, depth } = next
    const [first = -1] = spans
    const { service, name } = operationOf(tree, first)
    flames.push({
      service,
      name,
      from,
      depth,
      value,
      count: spans.length,
      failed: spans.filter(index => hasFlag(tree, index, 'failed')).length,
      self: sumOf(spans, selfTimes),
      longest: spans.reduce(
        (best, index) => (at(tree.durations, index) > at(tree.durations, best) ? index : best),
        first,
      ),
    })
    open(spans, from, depth + 1)
  }
  return flames
}

const sumOf = (spans: readonly number[], column: Float64Array) =>
  spans.reduce((sum, index) => sum + at(column, index), 0)
