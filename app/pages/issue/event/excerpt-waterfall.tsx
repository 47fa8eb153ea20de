import { useMemo } from 'react'
import type { ExceptionSummary } from '../../../../store/exceptions/list-exceptions.ts'
import type { RepeatedSpans } from '../../../../store/spans/find-repeated-spans.ts'
import type { TreeRow } from '../../../../trace/choose-rows.ts'
import { layoutTimeAxis } from '../../../../trace/time-axis.ts'
import { type TraceExcerpt, treeOfExcerpt } from '../../../parts/event-context/excerpt.ts'
import { groupByIndex, indexTree, openInTree } from '../../../parts/waterfall/index-tree.ts'
import { detailOf } from '../../../parts/waterfall/row-detail.ts'
import { rowsOfView } from '../../../parts/waterfall/rows-of-view.ts'
import { Waterfall } from '../../../parts/waterfall/waterfall.tsx'
import { spanRef, type TraceView } from '../../../url/trace-view.ts'

interface ExcerptWaterfallProps {
  readonly excerpt: TraceExcerpt
  readonly exceptions: readonly ExceptionSummary[]
  /** Those of which the excerpt has the first. */
  readonly repeated: readonly RepeatedSpans[]
  readonly view: TraceView
  /** Path of the trace's own page, to which its links lead. */
  readonly page: string
}

/** A few spans of a trace on its time axis. */
export function ExcerptWaterfall({ excerpt, exceptions, repeated, view: wanted, page }: ExcerptWaterfallProps) {
  const tree = useMemo(() => treeOfExcerpt(excerpt), [excerpt])
  const index = useMemo(() => indexTree(tree), [tree])
  const { view } = openInTree(index, wanted)
  const contents = {
    tree,
    index,
    view,
    page,
    axis: layoutTimeAxis(tree),
    matches: NONE_MATCHING,
    exceptions: groupByIndex(exceptions, index),
    details: new Map(excerpt.spans.map(span => [spanRef(span), detailOf(span)])),
  }
  const { rows } = rowsOfView(tree, index, view, undefined)
  return (
    <Waterfall
      contents={contents}
      rows={rows.map(row => standFor(row, tree.spanIds[row.index], repeated, tree.startNs))}
    />
  )
}

const NONE_MATCHING: ReadonlySet<number> = new Set()

/** The first of repeated spans stands for all of them. */
function standFor(row: TreeRow, id: string | undefined, repeated: readonly RepeatedSpans[], startNs: bigint): TreeRow {
  const of = row.kind === 'span' ? repeated.find(({ spanIds }) => spanIds[0] === id) : undefined
  if (of === undefined) return row
  const { spanIds, totalNs, endNs } = of
  const all = { count: spanIds.length, sum: Number(totalNs), end: Number(endNs - startNs) }
  return { ...row, kind: 'repeated', hasChildren: true, folded: { spans: all.count, failed: 0 }, repeated: all }
}
