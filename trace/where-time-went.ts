import type { PathSection } from './critical-path.ts'
import { at, hasFlag, operationKey, operationOf, type TraceTree } from './trace-tree.ts'

/** What a trace waited for: the spans of one operation on its critical path. */
export interface WaitedFor {
  readonly service: string
  readonly name: string
  /** How long it was waited for them, nanoseconds. */
  readonly time: number
  /** The sum of the durations of its spans on the path, of which others may have been waited for in a part. */
  readonly lasted: number
  /** How many spans of it are on the path, and how many of these failed. */
  readonly count: number
  readonly failed: number
  /** The span that was waited for longest. */
  readonly longest: number
}

/**
 * Adds up the critical path by operation. The sum of all is what the roots of the trace lasted.
 *
 * @returns Longest first, then by the first span.
 */
export function addUpPath(tree: TraceTree, path: readonly PathSection[]): WaitedFor[] {
  const spans = new Map<number, number>()
  for (const { index, from, to } of path) spans.set(index, (spans.get(index) ?? 0) + to - from)
  const groups = Map.groupBy(spans, ([index]) => operationKey(operationOf(tree, index)))
  return [...groups.values()]
    .map(of => {
      const [longest = -1] = of.toSorted(([a, time], [b, other]) => other - time || a - b)[0] ?? []
      const { service, name } = operationOf(tree, longest)
      const failed = of.filter(([index]) => hasFlag(tree, index, 'failed')).length
      const time = of.reduce((sum, [, own]) => sum + own, 0)
      const lasted = of.reduce((sum, [index]) => sum + at(tree.durations, index), 0)
      return { service, name, time, lasted, count: of.length, failed, longest }
    })
    .toSorted((a, b) => b.time - a.time || at(tree.starts, a.longest) - at(tree.starts, b.longest))
}
