import type { Trace } from '../../../store/traces/get-trace.ts'
import type { Span } from '../../../store/traces/list-spans.ts'
import { buildSpanTree, type SpanNode } from './span-tree.ts'

const MAX_SPANS = 24
/** Of what a span called, and of what stands beside one on the way to it. */
const MAX_BESIDE = 4

/**
 * A trace cut to what stands round one of its spans: the way to it from the root, what it called, and what stands beside each on the way,
 * the nearest first. Where the store has no such span, round the first root. What the spans carry besides their attributes is left out.
 */
export function excerptOf(trace: Trace, spanId: string, maxSpans = MAX_SPANS): Trace {
  const roots = buildSpanTree(trace.spans.map(of => ({ ...of, failed: of.status === 'Error' })))
  const parents = parentsOf(roots)
  const wanted = [...parents.keys()].find(node => node.kind === 'span' && node.span.spanId === spanId) ?? roots[0]
  const way: Node[] = []
  for (let at = wanted; at !== undefined; at = parents.get(at)) way.push(at)

  const chosen = new Set(way.slice(0, maxSpans))
  for (const [index, node] of way.entries()) {
    const at = node.children.findIndex(child => child === way[index - 1])
    const beside = node.children
      .map((child, place) => ({ child, far: Math.abs(place - at) }))
      .filter(({ far }) => at === -1 || far > 0)
      .toSorted((one, other) => one.far - other.far)
    for (const { child } of beside.slice(0, MAX_BESIDE)) if (chosen.size < maxSpans) chosen.add(child)
  }
  return { ...trace, spans: withHidden(roots, chosen) }
}

type Node = SpanNode<Span & { readonly failed: boolean }>

function parentsOf(roots: readonly Node[]): Map<Node, Node | undefined> {
  const parents = new Map<Node, Node | undefined>(roots.map(root => [root, undefined]))
  // Grows while it is walked: a chain of spans must not overflow the call stack.
  for (const node of parents.keys()) for (const child of node.children) parents.set(child, node)
  return parents
}

/** The chosen spans in reading order, each with how many below it are left out that hang on no other one. */
function withHidden(roots: readonly Node[], chosen: ReadonlySet<Node>): Span[] {
  const shown = new Map<Node, { readonly span: Span; hidden: number }>()
  const pending: [Node, Node | undefined][] = roots.map((root): [Node, undefined] => [root, undefined]).toReversed()
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [node, above] = next
    const isShown = node.kind === 'span' && chosen.has(node)
    if (isShown) shown.set(node, { span: node.span, hidden: node.span.hiddenBelow })
    const counted = isShown || node.kind === 'missing' ? undefined : above && shown.get(above)
    if (counted !== undefined && node.kind === 'span') counted.hidden += 1 + node.span.hiddenBelow
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
