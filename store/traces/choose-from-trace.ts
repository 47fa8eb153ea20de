import { compareStarts, spanKey } from '../../trace/once-by-start.ts'
import { at } from '../../trace/trace-tree.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import { chooseFromFamily, chooseSpans, findRoot } from './choose-spans.ts'
import { listSpanParents } from './list-span-parents.ts'
import { readSpanParents } from './read-span-parents.ts'

interface ChoiceQuery {
  readonly traceId: TraceId
  /** A span to choose in any case, if it is stored. */
  readonly spanId: string | undefined
  /** 2 to 100,000 */
  readonly limit: number
}

interface MarkedSpan {
  readonly spanId: string
  readonly service: string
  readonly hiddenBelow: number
  readonly sharesId?: boolean
}

/** Spans of a trace to read. */
export interface ChosenIds {
  /** Each once; the spans of all services that have it. */
  readonly spanIds: readonly string[]
  /** That of the span that most likely names the trace. */
  readonly rootId: string
  /** Ids of chosen spans that failed, oldest first. */
  readonly failedIds: readonly string[]
  /** Keeps the chosen ones of spans that were read, with what is known of them by all spans of the trace. */
  markChosen<Span extends MarkedSpan>(spans: readonly Span[]): Span[]
}

/** Chooses spans of a large trace, see {@link chooseFromFamily}. @throws {StoreError} Any kind. */
export async function chooseFromTrace(
  store: Store,
  { traceId, spanId, limit }: ChoiceQuery,
  signal?: AbortSignal,
): Promise<ChosenIds> {
  const family = await readSpanParents(store, { traceId }, signal)
  if (family === undefined) return chooseFromPart(store, { traceId, spanId, limit }, signal)
  const { size, idOf, failed, compare } = family
  const wanted: number[] = []
  if (spanId !== undefined) for (let span = 0; span < size; span++) if (idOf(span) === spanId) wanted.push(span)
  const { chosen, hiddenBelow } = chooseFromFamily(family, { limit, wanted })
  const [root] = chosen
  const nodes = chosen.toSorted(compare).map(span => ({
    spanId: idOf(span),
    failed: failed[span] === 1,
    hiddenBelow: at(hiddenBelow, span),
  }))
  return listChosen(nodes, root === undefined ? '' : idOf(root), NONE)
}

const NONE: ReadonlySet<string> = new Set()

/**
 * Chooses from a trace whose ids alone do not tell spans apart; in one with too many, from the wanted span, roots and failures, then the
 * oldest.
 */
async function chooseFromPart(
  store: Store,
  { traceId, spanId, limit }: ChoiceQuery,
  signal: AbortSignal | undefined,
): Promise<ChosenIds> {
  // In the order of roots; those of all others are by their ids if they begin at once, as in `readSpanParents`.
  const stored = await listSpanParents(store, { traceId, spanId }, signal)
  const nodes = stored.toSorted(compareStarts)
  const root = findRoot(stored)
  const { chosen, hiddenBelow } = chooseSpans(nodes, { limit, spanId, root })
  const kept = nodes
    .filter(node => chosen.has(node))
    .map(node => ({ ...node, hiddenBelow: hiddenBelow.get(node) ?? 0 }))
  return listChosen(kept, root?.spanId ?? '', new Set(findTwice(nodes.map(node => node.spanId))))
}

interface ChosenNode {
  readonly spanId: string
  /** Any, if no other span has its id. @default any */
  readonly service?: string
  readonly failed: boolean
  readonly hiddenBelow: number
}

/** @param shared ids that several services have */
function listChosen(nodes: readonly ChosenNode[], rootId: string, shared: ReadonlySet<string>): ChosenIds {
  const keyOf = ({ spanId, service = '' }: { readonly spanId: string; readonly service?: string }) =>
    shared.has(spanId) ? spanKey({ spanId, service }) : spanId
  const hidden = new Map(nodes.map(node => [keyOf(node), node.hiddenBelow]))
  const idsOf = (of: readonly ChosenNode[]) => [...new Set(of.map(node => node.spanId))]
  return {
    spanIds: idsOf(nodes),
    rootId,
    failedIds: idsOf(nodes.filter(node => node.failed)),
    markChosen: spans =>
      spans.flatMap(span => {
        const hiddenBelow = hidden.get(keyOf(span))
        if (hiddenBelow === undefined) return []
        return [{ ...span, hiddenBelow, ...(shared.has(span.spanId) && { sharesId: true }) }]
      }),
  }
}

function* findTwice(ids: readonly string[]): Generator<string> {
  const seen = new Set<string>()
  for (const id of ids) if (seen.size === seen.add(id).size) yield id
}
