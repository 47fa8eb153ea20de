import { at, childrenOf, endOf, hasFlag, operationOf, subtreeEnds, type TraceTree } from './trace-tree.ts'

/** Of each span, nanoseconds; 0 at the place of a missing parent. */
export interface SelfTimes {
  /**
   * Its duration without the time in which children of the same service run: what the service spends itself, waiting for others included.
   * As on the page of a service (0033).
   */
  readonly inService: Float64Array
  /** Its duration without the time in which any child runs. */
  readonly overAll: Float64Array
}

/** Children that run at the same time count once, and what they run before or after their parent not at all. */
export function measureSelfTimes(tree: TraceTree): SelfTimes {
  const ends = subtreeEnds(tree)
  const inService = new Float64Array(tree.size)
  const overAll = new Float64Array(tree.size)
  for (let index = 0; index < tree.size; index++) {
    if (hasFlag(tree, index, 'missing')) continue
    const { service } = operationOf(tree, index)
    const [from, to] = [at(tree.starts, index), endOf(tree, index)]
    let [own, all] = [0, 0]
    let [ownFrom, allFrom] = [from, from]
    // Children are in the order of their starts.
    for (const child of childrenOf(tree, ends, index)) {
      const start = at(tree.starts, child)
      if (start >= to) break
      const end = endOf(tree, child)
      if (start > allFrom) all += start - allFrom
      if (end > allFrom) allFrom = end
      if (operationOf(tree, child).service !== service) continue
      if (start > ownFrom) own += start - ownFrom
      if (end > ownFrom) ownFrom = end
    }
    overAll[index] = all + Math.max(0, to - allFrom)
    inService[index] = own + Math.max(0, to - ownFrom)
  }
  return { inService, overAll }
}
