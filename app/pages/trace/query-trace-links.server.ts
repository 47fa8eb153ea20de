import type { Store } from '../../../store/store.ts'
import { DAY_NS, MINUTE_NS } from '../../../store/time-units.ts'
import type { TraceOutline } from '../../../store/traces/get-trace-outline.ts'
import { listLinkedSpans } from '../../../store/traces/list-linked-spans.ts'
import { listLinkingSpans } from '../../../store/traces/list-linking-spans.ts'
import type { SpanLink } from '../../../store/traces/list-spans.ts'
import type { TraceLinks } from './span-links.tsx'
import { uniqueLinks } from './unique-links.ts'

/** Clocks differ, and messages wait. */
const LINKED_BEFORE_NS = 5n * MINUTE_NS
const LINKED_AFTER_NS = DAY_NS
const MAX_LINKING = 50

/** The spans of other traces that a trace links to, and those that link to it. */
export function queryTraceLinks(store: Store, trace: TraceOutline, signal?: AbortSignal): Promise<TraceLinks> {
  const { traceId, spans, startNs, endNs } = trace
  const links = spans.flatMap(span => span.links).filter(link => link.traceId !== traceId)
  return queryLinks(store, { traceId, links, startNs, endNs }, signal)
}

interface LinksQuery extends Pick<TraceOutline, 'traceId' | 'startNs' | 'endNs'> {
  readonly links: readonly SpanLink[]
}

/** The spans that links lead to, and those of other traces that link to a trace around a time. */
export async function queryLinks(
  store: Store,
  { traceId, links, startNs, endNs }: LinksQuery,
  signal?: AbortSignal,
): Promise<TraceLinks> {
  const range = { from: startNs - LINKED_BEFORE_NS, to: endNs + LINKED_AFTER_NS }
  const [to, from] = await Promise.all([
    listLinkedSpans(store, { links: uniqueLinks(links) }, signal),
    listLinkingSpans(store, { traceId, range, limit: MAX_LINKING }, signal),
  ])
  return { to, from }
}
