import { at, childrenOf, endOf, operationOf, spansBelow, subtreeEnds, type TraceTree } from './trace-tree.ts'

/** A time in which a trace waited for the work of one span itself. Nanoseconds since the start of the trace, half-open. */
export interface PathSection {
  readonly index: number
  readonly from: number
  readonly to: number
}

/**
 * The critical path: the work that determined when each root of the trace ended. Beginning at the end of a span, it follows the child that
 * finished last; where that child starts, the one that finished last before, and so on; what remains is the span's own time. This is the
 * algorithm of CRISP (Zhang et al., USENIX ATC 2022), as Jaeger's interface has it: children are cut to the time of their parent, and a
 * consumer does not hold up its producer. analysis.test.ts compares it with Jaeger's own function; 0041 says where ours differs.
 *
 * @returns Latest first, without empty ones; for each root its sections add up to its duration.
 */
export function findCriticalPath(tree: TraceTree): PathSection[] {
  const ends = subtreeEnds(tree)
  const path: PathSection[] = []
  for (const root of spansBelow(tree, ends, -1)) follow(tree, ends, root, path)
  return path
}

/** What is left to do of a span: its children by end, latest last, and how far back from its end the path is. */
interface Walk {
  readonly index: number
  readonly from: number
  readonly children: { readonly index: number; readonly from: number; readonly to: number }[]
  at: number
}

function follow(tree: TraceTree, ends: Int32Array, root: number, path: PathSection[]): void {
  const enter = (index: number, from: number, to: number): Walk => {
    const children = [...childrenOf(tree, ends, index)]
      .filter(child => !isAsynchronous(tree, index, child))
      .map(child => ({
        index: child,
        from: Math.max(from, at(tree.starts, child)),
        to: Math.min(to, endOf(tree, child)),
      }))
      .filter(child => child.from < child.to)
      .sort((a, b) => a.to - b.to || a.from - b.from || a.index - b.index)
    return { index, from, children, at: to }
  }
  const add = (index: number, from: number, to: number) => {
    if (from < to) path.push({ index, from, to })
  }
  // An explicit stack instead of recursion, as chains may be long.
  const stack = [enter(root, at(tree.starts, root), endOf(tree, root))]
  for (let walk = stack.at(-1); walk !== undefined; walk = stack.at(-1)) {
    const next = walk.children.pop()
    if (next === undefined) {
      add(walk.index, walk.from, walk.at)
      stack.pop()
    } else if (next.to <= walk.at) {
      add(walk.index, next.to, walk.at)
      walk.at = next.from
      stack.push(enter(next.index, next.from, next.to))
    }
  }
}

/** A producer does not wait for its consumers. */
function isAsynchronous(tree: TraceTree, parent: number, child: number): boolean {
  return operationOf(tree, parent).kind === 'Producer' && operationOf(tree, child).kind === 'Consumer'
}
