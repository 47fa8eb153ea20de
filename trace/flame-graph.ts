import { at, childrenOf, hasFlag, operationOf, subtreeEnds, type TraceTree } from './trace-tree.ts'

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
  const pending: { readonly spans: readonly number[]; readonly from: number; readonly depth: number }[] = []
  /** A missing parent has no flame; what is below it is beside the roots. */
  const open = (parents: readonly number[], from: number, depth: number) => {
    const children = parents
      .flatMap(parent => [...childrenOf(tree, ends, parent)])
      .flatMap(child => (hasFlag(tree, child, 'missing') ? [...childrenOf(tree, ends, child)] : [child]))
    const sum = (spans: readonly number[]) => spans.reduce((all, index) => all + at(values, index), 0)
    const groups = [...Map.groupBy(children, child => keyOf(tree, child)).values()]
      .map(spans => ({ spans, value: sum(spans) }))
      .toSorted((a, b) => b.value - a.value)
    let left = from
    const placed = groups.map(({ spans, value }) => {
      left += value
      return { spans, from: left - value, depth }
    })
    pending.push(...placed.toReversed())
  }
  open([-1], 0, 0)
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { spans, from, depth } = next
    const [first = -1] = spans
    const { service, name } = operationOf(tree, first)
    const sumOf = (column: Float64Array) => spans.reduce((sum, index) => sum + at(column, index), 0)
    flames.push({
      ...{ service, name, from, depth },
      count: spans.length,
      failed: spans.filter(index => hasFlag(tree, index, 'failed')).length,
      value: sumOf(values),
      self: sumOf(selfTimes),
      longest: spans.reduce(
        (best, index) => (at(tree.durations, index) > at(tree.durations, best) ? index : best),
        first,
      ),
    })
    open(spans, from, depth + 1)
  }
  return flames
}

function keyOf(tree: TraceTree, index: number): string {
  const { service, name } = operationOf(tree, index)
  return `${service}\0${name}`
}
