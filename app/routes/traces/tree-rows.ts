import type { SpanNode, TreeSpan } from './span-tree.ts'

/** A row of the waterfall. */
export interface WaterfallTreeRow<S extends TreeSpan> {
  readonly node: SpanNode<S>
  /** 0 for a root. */
  readonly depth: number
  /** Folded by the reader: the number of spans below, and of failed ones among those that were read. */
  readonly folded: { readonly spans: number; readonly failed: number } | undefined
}

/**
 * Flattens trees to rows in reading order, parents before children.
 *
 * @param folded span ids of rows whose children are folded
 */
export function flattenSpanTree<S extends TreeSpan>(
  roots: readonly SpanNode<S>[],
  folded: ReadonlySet<string>,
): readonly WaterfallTreeRow<S>[] {
  const rows: WaterfallTreeRow<S>[] = []
  // An explicit stack instead of recursion: a chain of ten thousand spans must not overflow the call stack.
  const pending: [SpanNode<S>, number][] = roots.map((root): [SpanNode<S>, number] => [root, 0]).reverse()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, depth] = next
    const isFolded = node.children.length > 0 && folded.has(rowId(node))
    rows.push({ node, depth, folded: isFolded ? countSpans(node) : undefined })
    if (!isFolded) for (const child of node.children.toReversed()) pending.push([child, depth + 1])
  }
  return rows
}

/** The id by which a row is folded and linked: the span's, or that of the missing parent. */
export function rowId<S extends TreeSpan>(node: SpanNode<S>): string {
  return node.kind === 'span' ? node.span.spanId : node.spanId
}

/** The spans below a row, including those that were not read. */
function countSpans<S extends TreeSpan>(row: SpanNode<S>): { spans: number; failed: number } {
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
