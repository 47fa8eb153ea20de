import { at, endOf, hasFlag, operationOf, type TraceTree } from './trace-tree.ts'

/** What is unusual about the shape of a trace. Spans are indexes, in the order of the tree. */
export interface Oddities {
  readonly roots: readonly number[]
  /** Places of parents that are missing. */
  readonly missingParents: readonly number[]
  readonly cycles: readonly number[]
  /** Spans that end after their parent does; consumers, which nobody waits for, aside. */
  readonly outliving: readonly number[]
  /** Times in which no span runs, nanoseconds since the start, half-open. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[]
}

export function findOddities(tree: TraceTree): Oddities {
  const [roots, missingParents, cycles, outliving]: [number[], number[], number[], number[]] = [[], [], [], []]
  for (let index = 0; index < tree.size; index++) {
    const parent = at(tree.parents, index)
    if (hasFlag(tree, index, 'missing')) missingParents.push(index)
    else if (hasFlag(tree, index, 'inCycle')) cycles.push(index)
    else if (parent < 0) roots.push(index)
    else if (
      !hasFlag(tree, parent, 'missing') &&
      operationOf(tree, index).kind !== 'Consumer' &&
      endOf(tree, index) > endOf(tree, parent)
    )
      outliving.push(index)
  }
  return { roots, missingParents, cycles, outliving, gaps: findGaps(tree) }
}

function findGaps(tree: TraceTree): { from: number; to: number }[] {
  const gaps: { from: number; to: number }[] = []
  let busyUntil = Number.NaN
  for (const index of byStart(tree)) {
    const start = at(tree.starts, index)
    if (start > busyUntil) gaps.push({ from: busyUntil, to: start })
    if (!(endOf(tree, index) <= busyUntil)) busyUntil = endOf(tree, index)
  }
  return gaps
}

function byStart(tree: TraceTree): Uint32Array {
  const spans = Uint32Array.from({ length: tree.size }, (_, index) => index).filter(of => !hasFlag(tree, of, 'missing'))
  return spans.sort((a, b) => at(tree.starts, a) - at(tree.starts, b))
}
