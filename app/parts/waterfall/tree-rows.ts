import { spanRef, type TraceView } from '../../url/trace-view.ts'
import type { WaterfallLayout } from './layout-waterfall.server.ts'
import type { SpanNode, TreeSpan } from './span-tree.ts'

type RepeatedSpans = WaterfallLayout['repeated'][number]

/** Repeated spans in one row, which is folded unless the reader or a span that must be seen unfolds it. */
interface RepeatedNode<S extends TreeSpan> {
  readonly kind: 'repeated'
  /** The id of the row: `-` and the first span's. */
  readonly spanId: string
  /** The first of them. */
  readonly span: S
  readonly repeated: RepeatedSpans
  /** True if one of them must be seen. */
  readonly isRevealed: boolean
  readonly children: readonly SpanNode<S>[]
}

type RowNode<S extends TreeSpan> = SpanNode<S> | RepeatedNode<S>

/** A row of the waterfall. */
export interface WaterfallTreeRow<S extends TreeSpan> {
  readonly node: RowNode<S>
  /** 0 for a root. */
  readonly depth: number
  /** Folded by the reader: the number of spans below, and of failed ones among those that were read. */
  readonly folded: { readonly spans: number; readonly failed: number } | undefined
}

/**
 * Flattens trees to rows in reading order, parents before children.
 *
 * @param folded see {@link TraceView}
 * @param repeated those that get one row
 * @param revealed ids of spans that no such row hides
 */
export function flattenSpanTree<S extends TreeSpan>(
  roots: readonly SpanNode<S>[],
  folded: TraceView['folded'],
  repeated: readonly RepeatedSpans[] = [],
  revealed: ReadonlySet<string | undefined> = new Set(),
): readonly WaterfallTreeRow<S>[] {
  const rows: WaterfallTreeRow<S>[] = []
  // An explicit stack instead of recursion: a chain of ten thousand spans must not overflow the call stack.
  const pending: [RowNode<S>, number][] = roots.map((root): [RowNode<S>, number] => [root, 0]).reverse()
  const repeatedOf = new Map(repeated.flatMap(of => of.spanIds.map(id => [id, of])))
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, depth] = next
    const isNamed = folded.has(rowId(node))
    const isFolded = node.kind === 'repeated' ? !isNamed && !node.isRevealed : isNamed && node.children.length > 0
    rows.push({ node, depth, folded: isFolded ? countSpans(node) : undefined })
    if (isFolded) continue
    const children = node.kind === 'repeated' ? node.children : joinRepeated(node.children, repeatedOf, revealed)
    for (const child of children.toReversed()) pending.push([child, depth + 1])
  }
  return rows
}

/** Repeated siblings become one node, in the place of the first. */
function joinRepeated<S extends TreeSpan>(
  siblings: readonly SpanNode<S>[],
  repeatedOf: ReadonlyMap<string, RepeatedSpans>,
  revealed: ReadonlySet<string | undefined>,
): readonly RowNode<S>[] {
  if (repeatedOf.size === 0) return siblings
  const groups = Map.groupBy(siblings, node => repeatedOf.get(rowId(node)) ?? node)
  return [...groups].flatMap(([of, children]): readonly RowNode<S>[] => {
    const [first] = children
    if ('kind' in of || first?.kind !== 'span') return children
    const { span } = first
    const isRevealed = of.spanIds.some(id => revealed.has(id))
    return [{ kind: 'repeated', spanId: `-${span.spanId}`, span, repeated: of, isRevealed, children }]
  })
}

/** The id by which a row is folded and linked: of a span see {@link spanRef}; else that of the missing parent. */
export function rowId<S extends TreeSpan>(node: RowNode<S>): string {
  return node.kind === 'span' ? spanRef(node.span) : node.spanId
}

/** The spans below a row, including those that were not read. */
function countSpans<S extends TreeSpan>(row: RowNode<S>): { spans: number; failed: number } {
  const count = { spans: row.kind === 'span' ? row.span.hiddenBelow : 0, failed: 0 }
  const pending = [...row.children]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'span') {
      count.spans += 1 + node.span.hiddenBelow
      if (node.span.failed) count.failed += 1
    }
    for (const child of node.children) pending.push(child)
  }
  return count
}
