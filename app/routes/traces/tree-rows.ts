import type { SpanNode, TreeSpan } from './span-tree.ts'

/** One line of the waterfall. */
export interface TreeRow<S extends TreeSpan> {
  readonly node: SpanNode<S>
  /** 0 for a root. */
  readonly depth: number
  /** Folded away by the reader: how many spans lie below, and how many of those that were read failed. */
  readonly folded: { readonly spans: number; readonly failed: number } | undefined
}

/**
 * Flattens trees to rows in reading order, parents before children.
 *
 * @param folded span ids of the rows whose children are folded away
 */
export function layoutRows<S extends TreeSpan>(
  roots: readonly SpanNode<S>[],
  folded: ReadonlySet<string>,
): readonly TreeRow<S>[] {
  const rows: TreeRow<S>[] = []
  // A stack of its own, not recursion: a chain of ten thousand spans must not overflow the call stack.
  const pending: [SpanNode<S>, number][] = roots.map((root): [SpanNode<S>, number] => [root, 0]).reverse()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, depth] = next
    const isFolded = node.children.length > 0 && folded.has(rowId(node))
    rows.push({ node, depth, folded: isFolded ? countSpans(node) : undefined })
    if (!isFolded) for (const child of node.children.toReversed()) pending.push([child, depth + 1])
  }
  return rows
}

/** The id by which a row is folded and linked: the span's, or that of the absent parent. */
export function rowId<S extends TreeSpan>(node: SpanNode<S>): string {
  return node.kind === 'span' ? node.span.spanId : node.spanId
}

/** Below a row, with those that were not read. */
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
