import { findParent } from './find-parent.ts'
import { indexById, type SpansById } from './index-by-id.ts'
import { compareStarts, onceByStart } from './once-by-start.ts'
import type { TraceSpan } from './trace-span.ts'
import { FLAGS, type Operation, type TraceTree } from './trace-tree.ts'

/**
 * Builds the tree of a trace. Every span is in it exactly once, a span of the same id and service that comes again not at all. Spans whose
 * parent is missing are below a place for it; a cycle of parents is cut at its earliest span. The request that rendered a page is below the
 * page, see {@link putRequestsUnderPages}.
 */
export function buildTree(spans: readonly TraceSpan[]): TraceTree {
  const sorted = onceByStart(spans)
  const byId = indexById(sorted)
  const moved = putRequestsUnderPages(sorted, byId)
  const links: Links = { childrenOf: new Map(), missing: new Map() }
  const tops: Top[] = []
  for (const sent of sorted) {
    const parentSpanId = moved.get(sent) ?? sent.parentSpanId
    const parent = findParent(moved.has(sent) ? { ...sent, parentSpanId } : sent, byId)
    if (parent !== undefined) push(links.childrenOf, parent, sent)
    else if (parentSpanId === '') tops.push({ first: sent })
    else push(links.missing, parentSpanId, sent)
  }
  for (const [spanId, children] of links.missing) {
    const [first] = children
    if (first !== undefined) tops.push({ first, missing: { spanId, children } })
  }
  const isShared = (spanId: string) => (byId.get(spanId)?.length ?? 0) > 1
  const tree = growTree(sorted, tops, links, isShared)
  if (tree.placed.size === sorted.length) return tree.finish()
  // The others are in cycles, or below them.
  return growTree(sorted, [...tops, ...listCycles(sorted, tree.placed, links.childrenOf)], links, isShared).finish()
}

interface Links {
  readonly childrenOf: Map<TraceSpan, TraceSpan[]>
  /** Those whose parent is missing, by its id. */
  readonly missing: Map<string, TraceSpan[]>
}

function growTree(
  sorted: readonly TraceSpan[],
  tops: readonly Top[],
  { childrenOf, missing }: Links,
  isShared: (spanId: string) => boolean,
): Columns {
  const columns = new Columns(sorted.length + missing.size, sorted[0]?.startNs ?? 0n)
  // An explicit stack instead of recursion: a chain of ten thousand spans must not overflow the call stack.
  const pending: { readonly span: TraceSpan; readonly parent: number; readonly isCut: boolean }[] = []
  const grow = (top: TraceSpan, above: number, isInCycle: boolean) => {
    pending.push({ span: top, parent: above, isCut: isInCycle })
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const { span, parent, isCut } = next
      columns.placed.add(span)
      const index = columns.add(span, parent, {
        failed: span.failed,
        missing: span.isPlace === true,
        exception: span.hasException === true,
        inCycle: isCut,
        sharesId: span.sharesId === true || isShared(span.spanId),
      })
      const children = childrenOf.get(span) ?? []
      for (let i = children.length - 1; i >= 0; i--) {
        const child = children[i]
        if (child !== undefined && !columns.placed.has(child))
          pending.push({ span: child, parent: index, isCut: false })
      }
    }
  }
  for (const top of tops.toSorted((a, b) => compareStarts(a.first, b.first))) {
    if (top.missing === undefined) {
      grow(top.first, -1, top.isCycle === true)
      continue
    }
    const place = columns.addMissing(top.missing.spanId, top.first.startNs)
    for (const child of top.missing.children) grow(child, place, false)
  }
  return columns
}

interface Top {
  /** The span itself, or the first below a missing parent. */
  readonly first: TraceSpan
  readonly missing?: { readonly spanId: string; readonly children: readonly TraceSpan[] }
  readonly isCycle?: boolean
}

/** The earliest span of each cycle of parents. */
function listCycles(
  sorted: readonly TraceSpan[],
  placed: ReadonlySet<TraceSpan>,
  childrenOf: ReadonlyMap<TraceSpan, readonly TraceSpan[]>,
): Top[] {
  const reached = new Set(placed)
  const cycles: Top[] = []
  for (const first of sorted) {
    if (reached.has(first)) continue
    cycles.push({ first, isCycle: true })
    const pending = [first]
    for (let span = pending.pop(); span !== undefined; span = pending.pop()) {
      if (reached.has(span)) continue
      reached.add(span)
      for (const child of childrenOf.get(span) ?? []) pending.push(child)
    }
  }
  return cycles
}

type FlagName = keyof typeof FLAGS
const FLAG_NAMES: readonly FlagName[] = ['failed', 'missing', 'inCycle', 'sharesId', 'exception']

/** The columns of a tree that grows. */
class Columns {
  readonly placed = new Set<TraceSpan>()
  readonly #startNs: bigint
  readonly #spanIds: string[] = []
  readonly #parents: Int32Array
  readonly #starts: Float64Array
  readonly #durations: Float64Array
  readonly #operationAt: Uint32Array
  readonly #flags: Uint8Array
  readonly #hidden: Uint32Array
  readonly #operations: Operation[] = []
  /** The operations of each name, and where they are. */
  readonly #named = new Map<string, { readonly operation: Operation; readonly index: number }[]>()

  constructor(size: number, startNs: bigint) {
    this.#startNs = startNs
    this.#parents = new Int32Array(size)
    this.#starts = new Float64Array(size)
    this.#durations = new Float64Array(size)
    this.#operationAt = new Uint32Array(size)
    this.#flags = new Uint8Array(size)
    this.#hidden = new Uint32Array(size)
  }

  add(span: TraceSpan, parent: number, flags: { readonly [name in FlagName]?: boolean }): number {
    const { service, name, kind, pattern = '', hiddenBelow = 0 } = span
    const index = this.#spanIds.push(span.spanId) - 1
    this.#parents[index] = parent
    this.#starts[index] = Number(span.startNs - this.#startNs)
    this.#durations[index] = Number(span.durationNs)
    this.#operationAt[index] = this.#indexOf({ service, name, kind, pattern })
    this.#flags[index] = FLAG_NAMES.reduce((sum, name) => sum | (flags[name] ? FLAGS[name] : 0), 0)
    this.#hidden[index] = hiddenBelow
    return index
  }

  addMissing(spanId: string, startNs: bigint): number {
    const nothing = {
      spanId,
      parentSpanId: '',
      service: '',
      name: '',
      kind: '',
      startNs,
      durationNs: 0n,
      failed: false,
    }
    return this.add(nothing, -1, { missing: true })
  }

  finish(): TraceTree {
    return {
      size: this.#spanIds.length,
      startNs: this.#startNs,
      spanIds: this.#spanIds,
      parents: this.#parents,
      starts: this.#starts,
      durations: this.#durations,
      operationAt: this.#operationAt,
      flags: this.#flags,
      hidden: this.#hidden,
      operations: this.#operations,
    }
  }

  #indexOf(operation: Operation): number {
    const { service, name, kind, pattern } = operation
    const known = this.#named
      .get(name)
      ?.find(({ operation: of }) => of.service === service && of.kind === kind && of.pattern === pattern)
    if (known !== undefined) return known.index
    const index = this.#operations.push(operation) - 1
    push(this.#named, name, { operation, index })
    return index
  }
}

/**
 * A page load names as its parent the request that rendered its document, because it reads the trace context from there, as OpenTelemetry's
 * document-load instrumentation does. But the page sent that request: if it began before and ended after it, it becomes the parent.
 *
 * @returns the ids of the new parents
 */
function putRequestsUnderPages(
  sorted: readonly TraceSpan[],
  byId: SpansById<TraceSpan>,
): ReadonlyMap<TraceSpan, string> {
  const parentOf = new Map<TraceSpan, string>()
  for (const page of sorted) {
    if (page.kind !== 'Internal') continue
    const request = findParent(page, byId)
    if (request?.kind !== 'Server' || request.service === page.service) continue
    const root = findRoot(request, byId)
    if (root === undefined || parentOf.has(root) || !isDuring(root, page)) continue
    parentOf.set(page, '').set(root, page.spanId)
  }
  return parentOf
}

/** @returns `undefined` if an ancestor is missing or its own. */
function findRoot(span: TraceSpan, byId: SpansById<TraceSpan>): TraceSpan | undefined {
  const seen = new Set<TraceSpan>()
  let here = span
  for (let above = findParent(here, byId); above !== undefined; above = findParent(here, byId)) {
    if (seen.has(here)) return undefined
    seen.add(here)
    here = above
  }
  return here.parentSpanId === '' ? here : undefined
}

const isDuring = (inner: TraceSpan, outer: TraceSpan) =>
  outer.startNs <= inner.startNs && inner.startNs + inner.durationNs <= outer.startNs + outer.durationNs

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
