import type { SpanParent } from './list-span-parents.ts'

export interface SpanChoice {
  /** At most `limit`. */
  readonly chosen: ReadonlySet<SpanParent>
  /** How many of the others lie below each chosen one. Those whose every ancestor was left out or is missing lie below none. */
  readonly hiddenBelow: ReadonlyMap<SpanParent, number>
}

/**
 * Chooses which spans of a large trace to read, so that what is shown hangs together: in this order
 *   1. the root and the spans of the wanted id, with their ancestors
 *   2. spans that failed, oldest first and each with its ancestors, on up to half of the limit
 *   3. what lies below the wanted span, on up to a quarter of the limit
 *   4. those nearest the roots, level by level
 * Where the wanted span is deeper than the limit, its nearest ancestors are taken. choose-spans.test.ts holds all of this for any trace.
 *
 * @param nodes every span once, oldest first
 * @param options.limit 2 or more
 */
export function chooseSpans(
  nodes: readonly SpanParent[],
  { limit, spanId }: { readonly limit: number; readonly spanId?: string | undefined },
): SpanChoice {
  const byId = Map.groupBy(nodes, node => node.spanId)
  const parents = new Map(nodes.map(node => [node, findParent(node, byId)]))
  const children = Map.groupBy(nodes, node => parents.get(node))
  const chosen = new Set<SpanParent>()

  /** The span and its ancestors, nearest first, up to one that is chosen already. */
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
  /** Level by level, children only of what is chosen. */
  const takeBelow = (roots: readonly SpanParent[], atMost: number) => {
    const end = Math.min(limit, chosen.size + atMost)
    const seen = new Set<SpanParent>()
    for (let level = roots; level.length > 0 && chosen.size < end; ) {
      for (const node of level) if (chosen.size < end) chosen.add(node)
      const open = level.filter(node => chosen.has(node) && seen.size < seen.add(node).size)
      level = open.flatMap(node => children.get(node) ?? [])
    }
  }

  const root = leastBy(nodes, rankOfRoot)
  if (root !== undefined) chosen.add(root)
  const wanted = byId.get(spanId ?? '') ?? []
  for (const node of wanted) takeAll(lineOf(node, limit - chosen.size))
  const aboveRoot = root && parents.get(root)
  if (aboveRoot !== undefined) takeAll(lineOf(aboveRoot, limit - chosen.size))

  const endOfFailed = Math.min(limit, chosen.size + Math.floor(limit / 2))
  // Those that are too deep for what room is left are passed by; not for ever, as each costs a walk.
  for (const node of nodes.filter(of => of.failed).slice(0, limit)) {
    const room = endOfFailed - chosen.size
    const line = lineOf(node, room + 1)
    if (line.size <= room) takeAll(line)
  }
  takeBelow(wanted, Math.floor(limit / 4))
  takeBelow(children.get(undefined) ?? [], limit)
  // What is left then hangs on a circle of parents.
  takeBelow(
    nodes.filter(node => !chosen.has(node)),
    limit,
  )
  return { chosen, hiddenBelow: countHidden(nodes, chosen, parents) }
}

/** Span ids are unique within a service only as far as one believes the senders: the parent of the same service goes first. */
function findParent(
  { parentSpanId, service }: SpanParent,
  byId: ReadonlyMap<string, readonly SpanParent[]>,
): SpanParent | undefined {
  const candidates = parentSpanId === '' ? undefined : byId.get(parentSpanId)
  return candidates?.find(candidate => candidate.service === service) ?? candidates?.[0]
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
      // Set before it is known, which ends a circle of parents.
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
 * How well a span will do for the root of its trace, best 0: as the parts of traces ranks them (the view trace_parts_of_spans), or a list
 * and a trace's own page would name it differently. What a browser sent ranks behind a server's, so that a forged span does not
 * give a trace its name. get-trace.test.ts holds the two equal.
 */
export function rankOfRoot(span: {
  readonly parentSpanId: string
  readonly service: string
  readonly isLocalRoot: boolean
}): number {
  const isBrowser = span.service.endsWith('browser')
  if (span.parentSpanId === '') return isBrowser ? 1 : 0
  if (span.isLocalRoot) return isBrowser ? 3 : 2
  return 4
}
