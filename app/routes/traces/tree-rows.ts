import type { SpanNode, TreeSpan } from './span-tree.ts'

/** One line of the waterfall. */
export interface TreeRow<S extends TreeSpan> {
  readonly node: SpanNode<S>
  /** 0 for a root. */
  readonly depth: number
  /** Folded away by the reader: how many spans lie below, and how many of those failed. */
  readonly folded: { readonly spans: number; readonly failed: number } | undefined
  /** Children of this row that are not shown because of the limit, with all that lies below them. */
  readonly cut: number
}

/** Rows in reading order, and how many spans the limit kept out. */
export interface TreeRows<S extends TreeSpan> {
  readonly rows: readonly TreeRow<S>[]
  readonly cut: number
}

/**
 * Flattens trees to rows, parents before children. Beyond `maxRows` the rows nearest to a root are kept, level by level,
 * so that the shape of a large trace stays whole at its top.
 *
 * @param folded span ids of the rows whose children are folded away; those do not count against `maxRows`
 */
export function layOutRows<S extends TreeSpan>(
  roots: readonly SpanNode<S>[],
  folded: ReadonlySet<string>,
  maxRows: number,
): TreeRows<S> {
  const kept = nearestToRoot(roots, folded, maxRows)
  const rows: TreeRow<S>[] = []
  let cut = 0

  // A stack of its own, not recursion: a chain of ten thousand spans must not overflow the call stack.
  const pending: [SpanNode<S>, number][] = roots.map((root): [SpanNode<S>, number] => [root, 0]).reverse()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, depth] = next
    if (!kept.has(node)) {
      cut += countSpans([node]).spans
      continue
    }
    const isFolded = node.children.length > 0 && folded.has(idOf(node))
    const shown = isFolded ? [] : node.children
    const missing = shown.filter(child => !kept.has(child))
    rows.push({
      node,
      depth,
      folded: isFolded ? countSpans(node.children) : undefined,
      cut: missing.length === 0 ? 0 : countSpans(missing).spans,
    })
    for (const child of shown.toReversed()) pending.push([child, depth + 1])
  }
  return { rows, cut }
}

/** The id by which a row is folded and linked: the span's, or that of the absent parent. */
export function idOf<S extends TreeSpan>(node: SpanNode<S>): string {
  return node.kind === 'span' ? node.span.spanId : node.spanId
}

function nearestToRoot<S extends TreeSpan>(
  roots: readonly SpanNode<S>[],
  folded: ReadonlySet<string>,
  maxRows: number,
): Set<SpanNode<S>> {
  const kept = new Set<SpanNode<S>>()
  let level = roots
  while (level.length > 0 && kept.size < maxRows) {
    for (const node of level.slice(0, maxRows - kept.size)) kept.add(node)
    level = level.flatMap(node => (kept.has(node) && !folded.has(idOf(node)) ? node.children : []))
  }
  return kept
}

function countSpans<S extends TreeSpan>(nodes: readonly SpanNode<S>[]): { spans: number; failed: number } {
  const count = { spans: 0, failed: 0 }
  const pending = [...nodes]
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (node.kind === 'span') {
      count.spans += 1
      if (node.span.failed) count.failed += 1
    }
    for (const child of node.children) pending.push(child)
  }
  return count
}
