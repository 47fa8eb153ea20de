import type { RepeatedSpans } from '../../../store/spans/find-repeated-spans.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import { buildTree } from '../../../trace/build-tree.ts'
import { spanKey } from '../../../trace/once-by-start.ts'
import { at, childrenOf, hasFlag, operationOf, subtreeEnds, type TraceTree } from '../../../trace/trace-tree.ts'
import { indexTree } from '../waterfall/index-tree.ts'

const MAX_SPANS = 24
/** Maximum of failed spans below the one that is shown. */
const MAX_FAILED = 6
/** Maximum of a span's children, and of the siblings of each ancestor. */
const MAX_BESIDE = 4

/** A trace cut to a few spans. */
export interface TraceExcerpt extends Trace {
  readonly omitted: OmittedSpans | undefined
}

/** A run of omitted ancestors, each the parent of the next. */
interface OmittedSpans {
  /** The parent id of the shown span below them. */
  readonly spanId: string
  /** The shown span above the first of them. */
  readonly ancestorSpanId: string
  readonly count: number
}

/**
 * A trace cut to a few spans around one of them: the root, the nearest ancestors, failed spans below it with the way there, its children,
 * and the nearest siblings of each, failed ones first. A trace without that span is cut around its first root. Only attributes of the
 * spans are kept.
 *
 * @param maxSpans At least 2.
 * @param repeated Of each of them the first stands for all.
 */
export function excerptTrace(
  trace: Trace,
  around: { readonly spanId: string; readonly service: string },
  maxSpans = MAX_SPANS,
  repeated: readonly Pick<RepeatedSpans, 'spanIds'>[] = [],
): TraceExcerpt {
  const tree = buildTree(trace.spans)
  const ends = subtreeEnds(tree)
  const isSpan = (index: number) => !hasFlag(tree, index, 'missing')
  const hasFailed = (index: number) => hasFlag(tree, index, 'failed')
  const wanted = indexTree(tree).find(around) ?? (tree.size > 0 ? 0 : -1)
  const way: number[] = []
  for (let index = wanted; index >= 0; index = at(tree.parents, index)) way.push(index)

  // The root is always kept, however deep the span is.
  const top = way.findLastIndex(isSpan)
  const near = way.slice(0, maxSpans - 1)
  const chosen = new Set([...near, ...way.slice(top, top + 1)])
  const between = way.slice(near.length, top)
  const represented = new Set(repeated.flatMap(({ spanIds }) => spanIds.slice(1)))
  const isRepresented = (index: number) => isSpan(index) && represented.has(tree.spanIds[index] ?? '')
  // A failure below a span is the likely reason.
  const failedBelow = listBelow(tree, ends, wanted).filter(
    line => line[0] !== undefined && isSpan(line[0]) && hasFailed(line[0]) && !line.some(isRepresented),
  )
  for (const line of failedBelow.slice(0, MAX_FAILED)) {
    const added = line.filter(index => !chosen.has(index))
    if (chosen.size + added.length <= maxSpans) for (const index of added) chosen.add(index)
  }
  for (const [place, index] of way.entries()) {
    const children = [...childrenOf(tree, ends, index)].filter(child => !isRepresented(child))
    const here = children.findIndex(child => child === way[place - 1])
    const beside = children
      // An exception ends its span: of what that called, the last is the nearest.
      .map((child, i) => ({ child, far: Math.abs(i - (here === -1 ? children.length : here)) }))
      .filter(({ far }) => far > 0)
      .toSorted((one, other) => Number(hasFailed(other.child)) - Number(hasFailed(one.child)) || one.far - other.far)
    for (const { child } of beside.slice(0, MAX_BESIDE)) if (chosen.size < maxSpans) chosen.add(child)
  }
  const counted = new Set([...between, ...Array.from({ length: tree.size }, (_, index) => index).filter(isRepresented)])
  return {
    ...trace,
    spans: withHidden(tree, trace.spans, chosen, counted),
    omitted: omittedOf(tree, near.at(-1), between, way[top]),
  }
}

function omittedOf(
  tree: TraceTree,
  below: number | undefined,
  between: readonly number[],
  ancestor: number | undefined,
): OmittedSpans | undefined {
  if (between.length === 0 || below === undefined || ancestor === undefined) return undefined
  const idOf = (index: number | undefined) => tree.spanIds[index ?? -1] ?? ''
  return { spanId: idOf(between[0]), ancestorSpanId: idOf(ancestor), count: between.length }
}

/** The tree of an excerpt, with the place of ancestors that were left out. */
export function treeOfExcerpt({ spans, omitted }: Pick<TraceExcerpt, 'spans' | 'omitted'>): TraceTree {
  if (omitted === undefined) return buildTree(spans)
  const ancestor = spans.find(({ spanId }) => spanId === omitted.ancestorSpanId)
  const below = spans.find(({ parentSpanId }) => parentSpanId === omitted.spanId)
  const place = {
    spanId: omitted.spanId,
    parentSpanId: omitted.ancestorSpanId,
    service: '',
    name: '',
    kind: '',
    startNs: below?.startNs ?? ancestor?.startNs ?? 0n,
    durationNs: 0n,
    failed: false,
    isPlace: true,
    hiddenBelow: omitted.count,
  }
  return buildTree([...spans, place])
}

/** The spans below one, the nearest first, each with the spans between it and the one. */
function listBelow(tree: TraceTree, ends: Int32Array, top: number): (readonly number[])[] {
  if (top < 0) return []
  const below: (readonly number[])[] = [...childrenOf(tree, ends, top)].map(child => [child])
  // Grows while it is iterated.
  for (const line of below) for (const child of childrenOf(tree, ends, line[0] ?? -1)) below.push([child, ...line])
  return below
}

/** The chosen spans in reading order, each with the number of omitted spans below it that no other chosen span counts. */
function withHidden(
  tree: TraceTree,
  spans: readonly Span[],
  chosen: ReadonlySet<number>,
  counted: ReadonlySet<number>,
): Span[] {
  const byKey = new Map(spans.map(span => [spanKey(span), span]))
  const shownAbove = new Int32Array(tree.size)
  const hidden = new Map<number, number>()
  for (let index = 0; index < tree.size; index++) {
    const isSpan = !hasFlag(tree, index, 'missing')
    const parent = at(tree.parents, index)
    const above = parent < 0 ? -1 : at(shownAbove, parent)
    const isShown = isSpan && chosen.has(index)
    shownAbove[index] = isShown ? index : above
    if (isShown) hidden.set(index, at(tree.hidden, index))
    else if (isSpan && above >= 0)
      hidden.set(above, (hidden.get(above) ?? 0) + Number(!counted.has(index)) + at(tree.hidden, index))
  }
  return [...hidden].flatMap(([index, hiddenBelow]) => {
    const span = byKey.get(spanKey({ spanId: tree.spanIds[index] ?? '', service: operationOf(tree, index).service }))
    return span === undefined ? [] : [{ ...span, hiddenBelow, resource: {}, events: [], links: [] }]
  })
}
