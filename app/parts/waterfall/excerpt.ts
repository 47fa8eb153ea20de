import type { RepeatedSpans } from '../../../store/spans/find-repeated-spans.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import { spanFinder } from './find-span.ts'
import { buildSpanTree, type SpanNode, type TreeSpan } from './span-tree.ts'

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
 * A trace cut to a few spans around one of them: the root, the nearest ancestors, what failed below it with the way there, its children, and
 * the nearest siblings of each, failed ones first. Around
 * the first root if that span is not stored. Only attributes of the spans are kept.
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
  const roots = buildSpanTree(trace.spans)
  const parents = parentsOf(roots)
  const found = spanFinder([...parents.keys()].flatMap(node => (node.kind === 'span' ? [node.span] : [])))(around)
  const wanted = [...parents.keys()].find(node => node.kind === 'span' && node.span === found) ?? roots[0]
  const way: ExcerptNode[] = []
  for (let at = wanted; at !== undefined; at = parents.get(at)) way.push(at)

  // The root is always kept, however deep the span is.
  const top = way.findLastIndex(node => node.kind === 'span')
  const near = way.slice(0, maxSpans - 1)
  const chosen = new Set([...near, ...way.slice(top, top + 1)])
  const between = way.slice(near.length, top)
  const represented = new Set(repeated.flatMap(({ spanIds }) => spanIds.slice(1)))
  const isRepresented = (node: ExcerptNode) => node.kind === 'span' && represented.has(node.span.spanId)
  // What failed below a span is the likely reason.
  for (const [node, above] of failedBelow(wanted, isRepresented).slice(0, MAX_FAILED)) {
    const added = [node, ...above].filter(one => !chosen.has(one))
    if (chosen.size + added.length <= maxSpans) for (const one of added) chosen.add(one)
  }
  for (const [index, node] of way.entries()) {
    const children = node.children.filter(child => !isRepresented(child))
    const at = children.findIndex(child => child === way[index - 1])
    const beside = children
      // An exception ends its span: of what that called, the last is the nearest.
      .map((child, place) => ({ child, far: Math.abs(place - (at === -1 ? children.length : at)) }))
      .filter(({ far }) => far > 0)
      .toSorted((one, other) => Number(hasFailed(other.child)) - Number(hasFailed(one.child)) || one.far - other.far)
    for (const { child } of beside.slice(0, MAX_BESIDE)) if (chosen.size < maxSpans) chosen.add(child)
  }
  return {
    ...trace,
    spans: withHidden(roots, chosen, new Set([...between, ...[...parents.keys()].filter(isRepresented)])),
    omitted: omittedOf(near.at(-1), between, way[top]),
  }
}

function omittedOf(
  below: ExcerptNode | undefined,
  between: readonly ExcerptNode[],
  ancestor: ExcerptNode | undefined,
): OmittedSpans | undefined {
  if (between.length === 0 || below?.kind !== 'span' || ancestor?.kind !== 'span') return undefined
  return { spanId: below.span.parentSpanId, ancestorSpanId: ancestor.span.spanId, count: between.length }
}

/** Moves children of omitted spans from the roots to the nearest shown ancestor. */
export function attachToNearestAncestor<S extends TreeSpan>(
  roots: readonly SpanNode<S>[],
  omitted: OmittedSpans | undefined,
): readonly SpanNode<S>[] {
  const gap = roots.find(node => node.kind === 'missing' && node.spanId === omitted?.spanId)
  if (omitted === undefined || gap?.kind !== 'missing') return roots
  const join = (node: SpanNode<S>): SpanNode<S> => {
    if (node.kind === 'missing') return { ...node, children: node.children.map(join) }
    if (node.span.spanId !== omitted.ancestorSpanId) return node
    return { ...node, children: [...node.children, { ...gap, omitted: omitted.count }] }
  }
  return roots.filter(node => node !== gap).map(join)
}

type ExcerptNode = SpanNode<Span & { readonly failed: boolean }>

const hasFailed = (node: ExcerptNode) => node.kind === 'span' && node.span.failed

/** What failed below a span, the nearest first, each with the spans between. */
function failedBelow(
  top: ExcerptNode | undefined,
  isLeftOut: (node: ExcerptNode) => boolean,
): [ExcerptNode, readonly ExcerptNode[]][] {
  const below: [ExcerptNode, readonly ExcerptNode[]][] = (top?.children ?? []).map(child => [child, []])
  // Grows while it is iterated.
  for (const [node, above] of below) for (const child of node.children) below.push([child, [...above, node]])
  return below.filter(([node, above]) => hasFailed(node) && ![node, ...above].some(isLeftOut))
}

function parentsOf(roots: readonly ExcerptNode[]): Map<ExcerptNode, ExcerptNode | undefined> {
  const parents = new Map<ExcerptNode, ExcerptNode | undefined>(roots.map(root => [root, undefined]))
  // Grows while it is iterated: a chain of spans must not overflow the call stack.
  for (const node of parents.keys()) for (const child of node.children) parents.set(child, node)
  return parents
}

/** The chosen spans in reading order, each with the number of omitted spans below it that no other chosen span counts. */
function withHidden(
  roots: readonly ExcerptNode[],
  chosen: ReadonlySet<ExcerptNode>,
  counted: ReadonlySet<ExcerptNode>,
): Span[] {
  const shown = new Map<ExcerptNode, { readonly span: Span; hidden: number }>()
  const pending: [ExcerptNode, ExcerptNode | undefined][] = roots
    .map((root): [ExcerptNode, undefined] => [root, undefined])
    .toReversed()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, above] = next
    const isShown = node.kind === 'span' && chosen.has(node)
    if (isShown) shown.set(node, { span: node.span, hidden: node.span.hiddenBelow })
    const counts = isShown || node.kind === 'missing' ? undefined : above && shown.get(above)
    if (counts !== undefined && node.kind === 'span')
      counts.hidden += Number(!counted.has(node)) + node.span.hiddenBelow
    for (const child of node.children.toReversed()) pending.push([child, isShown ? node : above])
  }
  return [...shown.values()].map(({ span, hidden }) => ({
    ...span,
    hiddenBelow: hidden,
    resource: {},
    events: [],
    links: [],
  }))
}
