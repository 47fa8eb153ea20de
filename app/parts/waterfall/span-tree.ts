import { findParent } from '../../../trace/find-parent.ts'

/** The fields of a span that the tree needs. */
export interface TreeSpan {
  readonly spanId: string
  /** `''` for a root. */
  readonly parentSpanId: string
  readonly service: string
  /** `Server`, `Internal`, ... */
  readonly kind: string
  readonly startNs: bigint
  readonly durationNs: bigint
  readonly failed: boolean
  /** True if another service has a span with the same id. */
  readonly sharesId?: boolean
  /** How many spans below it were not read. */
  readonly hiddenBelow: number
}

/** A span with its children, or a placeholder for a parent that is missing. */
export type SpanNode<S extends TreeSpan> =
  | { readonly kind: 'span'; readonly span: S; readonly inCycle: boolean; readonly children: readonly SpanNode<S>[] }
  | {
      readonly kind: 'missing'
      readonly spanId: string
      /** How many spans are omitted here on purpose; without it the parent is really missing. */
      readonly omitted?: number
      readonly children: readonly SpanNode<S>[]
    }

/**
 * Builds trees of spans by their parents. Spans whose parent is missing are children of a `missing` node with the parent's id. Cycles of
 * parents are broken at the earliest span, which is marked. Every span is in the result exactly once. The request that rendered a page
 * is below the page, see `putRequestsUnderPages`.
 *
 * @returns the roots by start; children by start, then by span id
 */
export function buildSpanTree<S extends TreeSpan>(spans: readonly S[]): SpanNode<S>[] {
  const sorted = putRequestsUnderPages(spans.toSorted(byStart))
  const byId = Map.groupBy(sorted, span => span.spanId)
  const childrenOf = new Map<S, S[]>()
  const orphans = new Map<string, S[]>()
  const roots: S[] = []

  for (const span of sorted) {
    const parent = findParent(span, byId)
    if (parent !== undefined) push(childrenOf, parent, span)
    else if (span.parentSpanId === '') roots.push(span)
    else push(orphans, span.parentSpanId, span)
  }

  const placed = new Set<S>()
  // An explicit stack instead of recursion: a chain of ten thousand spans must not overflow the call stack.
  const grow = (root: S, inCycle = false): SpanNode<S> => {
    const top: MutableSpanNode<S> = { kind: 'span', span: root, inCycle, children: [] }
    const pending = [top]
    placed.add(root)
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
      for (const child of childrenOf.get(node.span) ?? []) {
        if (placed.has(child)) continue
        placed.add(child)
        const grown: MutableSpanNode<S> = { kind: 'span', span: child, inCycle: false, children: [] }
        node.children.push(grown)
        pending.push(grown)
      }
    }
    return top
  }

  const nodes: SpanNode<S>[] = roots.map(root => grow(root))
  for (const [spanId, children] of orphans) {
    nodes.push({ kind: 'missing', spanId, children: children.map(child => grow(child)) })
  }
  for (const span of sorted) if (!placed.has(span)) nodes.push(grow(span, true))
  return nodes.toSorted((a, b) => byStart(firstSpan(a), firstSpan(b)))
}

/**
 * A page load names as its parent the request that rendered its document, because it reads the trace context from there, as OpenTelemetry's
 * document-load instrumentation does. But the page sent that request: if it began before and ended after it, it becomes the parent.
 */
function putRequestsUnderPages<S extends TreeSpan>(sorted: readonly S[]): readonly S[] {
  const byId = Map.groupBy(sorted, span => span.spanId)
  const parentOf = new Map<S, string>()
  for (const page of sorted) {
    if (page.kind !== 'Internal') continue
    const request = findParent(page, byId)
    if (request?.kind !== 'Server' || request.service === page.service) continue
    const root = findRoot(request, byId)
    if (root === undefined || parentOf.has(root) || !isDuring(root, page)) continue
    parentOf.set(page, '').set(root, page.spanId)
  }
  return parentOf.size === 0 ? sorted : sorted.map(of => ({ ...of, parentSpanId: parentOf.get(of) ?? of.parentSpanId }))
}

/** @returns `undefined` if an ancestor is missing or its own. */
function findRoot<S extends TreeSpan>(span: S, byId: ReadonlyMap<string, readonly S[]>): S | undefined {
  const seen = new Set<S>()
  let at = span
  for (let above = findParent(at, byId); above !== undefined; above = findParent(at, byId)) {
    if (seen.has(at)) return undefined
    seen.add(at)
    at = above
  }
  return at.parentSpanId === '' ? at : undefined
}

const isDuring = (inner: TreeSpan, outer: TreeSpan) =>
  outer.startNs <= inner.startNs && inner.startNs + inner.durationNs <= outer.startNs + outer.durationNs

interface MutableSpanNode<S extends TreeSpan> {
  readonly kind: 'span'
  readonly span: S
  readonly inCycle: boolean
  readonly children: MutableSpanNode<S>[]
}

function firstSpan<S extends TreeSpan>(node: SpanNode<S>): TreeSpan {
  if (node.kind === 'span') return node.span
  const [first] = node.children
  return first === undefined ? NO_SPAN : firstSpan(first)
}

const NO_SPAN: TreeSpan = {
  spanId: '',
  parentSpanId: '',
  service: '',
  kind: '',
  startNs: 0n,
  durationNs: 0n,
  failed: false,
  hiddenBelow: 0,
}

function byStart(a: TreeSpan, b: TreeSpan): number {
  if (a.startNs !== b.startNs) return a.startNs < b.startNs ? -1 : 1
  if (a.spanId !== b.spanId) return a.spanId < b.spanId ? -1 : 1
  return a.service < b.service ? -1 : a.service > b.service ? 1 : 0
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
