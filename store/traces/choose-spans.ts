import { findParent } from '../../trace/find-parent.ts'
import type { SpanParent } from './list-span-parents.ts'

export interface ChosenSpans {
  /** At most `limit`. */
  readonly chosen: ReadonlySet<SpanParent>
  /** How many of the omitted spans lie below each chosen one. Those without a chosen ancestor lie below none. */
  readonly hiddenBelow: ReadonlyMap<SpanParent, number>
}

/**
 * Chooses which spans of a large trace to read, so that the result is connected, in this order:
 *   1. the root and the spans of the wanted id, with their ancestors
 *   2. failed spans, oldest first and each with its ancestors, up to half of the limit
 *   3. descendants of the wanted span, up to a quarter of the limit
 *   4. the spans nearest the roots, level by level
 * If the wanted span is deeper than the limit, its nearest ancestors are chosen. choose-spans.test.ts checks all of this for any trace.
 *
 * @param nodes every span once, oldest first
 * @param options.limit 2 or more
 */
export function chooseSpans(
  nodes: readonly SpanParent[],
  { limit, spanId }: { readonly limit: number; readonly spanId?: string | undefined },
): ChosenSpans {
  const byId = Map.groupBy(nodes, node => node.spanId)
  const parents = new Map(nodes.map(node => [node, findParent(node, byId)]))
  const children = Map.groupBy(nodes, node => parents.get(node))
  const chosen = new Set<SpanParent>()

  /** The span and its ancestors, nearest first, up to one that is already chosen. */
  const lineOf = (node: SpanParent, atMost: number): Set<SpanParent> => {
    const line = new Set<SpanParent>()
    for (let at: SpanParent | undefined = node; at !== undefined && line.size < atMost; at = parents.get(at)) {
      if (chosen.has(at) || line.has(at)) break
      line.add(at)
    }
    return line
  }
  const takeAll = (line: Iterable<SpanParent>) => {
    for (const node of line) chosen.add(node)
  }
  /** Level by level; only children of chosen spans. */
  const takeBelow = (roots: readonly SpanParent[], atMost: number) => {
    const end = Math.min(limit, chosen.size + atMost)
    const seen = new Set<SpanParent>()
    for (let level = roots; level.length > 0 && chosen.size < end; ) {
      for (const node of level) if (chosen.size < end) chosen.add(node)
      const open = level.filter(node => chosen.has(node) && seen.size < seen.add(node).size)
      level = open.flatMap(node => children.get(node) ?? [])
    }
  }

  const root = leastBy(nodes, rankAsRoot)
  if (root !== undefined) chosen.add(root)
  const wanted = byId.get(spanId ?? '') ?? []
  for (const node of wanted) takeAll(lineOf(node, limit - chosen.size))
  const aboveRoot = root && parents.get(root)
  if (aboveRoot !== undefined) takeAll(lineOf(aboveRoot, limit - chosen.size))

  const endOfFailed = Math.min(limit, chosen.size + Math.floor(limit / 2))
  // Those too deep for the remaining space are skipped, but only a bounded number, because each costs a walk.
  for (const node of nodes.filter(of => of.failed).slice(0, limit)) {
    const room = endOfFailed - chosen.size
    const line = lineOf(node, room + 1)
    if (line.size <= room) takeAll(line)
  }
  takeBelow(wanted, Math.floor(limit / 4))
  takeBelow(children.get(undefined) ?? [], limit)
  // The remaining spans belong to cycles of parents.
  takeBelow(
    nodes.filter(node => !chosen.has(node)),
    limit,
  )
  return { chosen, hiddenBelow: countHidden(nodes, chosen, parents) }
}

function countHidden(
  nodes: readonly SpanParent[],
  chosen: ReadonlySet<SpanParent>,
  parents: ReadonlyMap<SpanParent, SpanParent | undefined>,
): Map<SpanParent, number> {
  const shownAbove = new Map<SpanParent, SpanParent | undefined>()
  const hidden = new Map<SpanParent, number>()
  for (const node of nodes) {
    if (chosen.has(node)) continue
    const path: SpanParent[] = []
    let at: SpanParent | undefined = node
    while (at !== undefined && !chosen.has(at) && !shownAbove.has(at)) {
      // Set before the result is known, to end a cycle of parents.
      shownAbove.set(at, undefined)
      path.push(at)
      at = parents.get(at)
    }
    const above = at === undefined || chosen.has(at) ? at : shownAbove.get(at)
    for (const step of path) shownAbove.set(step, above)
    if (above !== undefined) hidden.set(above, (hidden.get(above) ?? 0) + 1)
  }
  return hidden
}

function leastBy<T>(items: readonly T[], rankOf: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (least, item) => (least === undefined || rankOf(item) < rankOf(least) ? item : least),
    undefined,
  )
}

/**
 * How suitable a span is as the root of its trace, 0 for the best. The view trace_parts_of_spans ranks the same way, so that lists and a
 * trace's page agree on its name; get-trace.test.ts checks that. Browser spans rank behind server spans, so that a forged span cannot name
 * a trace.
 */
export function rankAsRoot(span: {
  readonly parentSpanId: string
  readonly isLocalRoot: boolean
  readonly isBrowser: boolean
}): number {
  if (span.parentSpanId === '') return span.isBrowser ? 1 : 0
  if (span.isLocalRoot) return span.isBrowser ? 3 : 2
  return 4
}
