import { at, type TraceTree } from '../../../trace/trace-tree.ts'
import type { TreeIndex } from '../../parts/waterfall/index-tree.ts'
import { spanAddress, type TraceView, UNFILTERED } from '../../url/trace-view.ts'

interface SpanViewOptions {
  readonly tree: TraceTree
  readonly index: TreeIndex
  readonly view: TraceView
  readonly span: number
  /** True if it has a row. */
  readonly isShown: boolean
}

/** The address of a view in which a span is open and has a row: what is above it is unfolded, and a filter that leaves it out ends. */
export function viewOfSpan({ tree, index, view, span, isShown }: SpanViewOptions): string {
  const ref = index.refOf(span)
  if (isShown) return spanAddress(view, ref)
  const folded = new Set(view.folded)
  for (let above = at(tree.parents, span); above >= 0; above = at(tree.parents, above)) {
    if (view.isAllFolded) folded.add(index.refOf(above))
    else folded.delete(index.refOf(above))
  }
  return spanAddress({ ...view, folded, ...UNFILTERED, top: undefined }, ref)
}
