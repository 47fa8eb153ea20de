import type { Store } from '../../../store/store.ts'
import { DAY_NS, MINUTE_NS } from '../../../store/time-units.ts'
import type { Trace } from '../../../store/traces/get-trace.ts'
import { listLinkedSpans } from '../../../store/traces/list-linked-spans.ts'
import { listLinkingSpans } from '../../../store/traces/list-linking-spans.ts'
import type { TraceLinks } from './span-links.tsx'

/** Clocks differ, and messages wait. */
const LINKED_BEFORE_NS = 5n * MINUTE_NS
const LINKED_AFTER_NS = DAY_NS
const MAX_LINKING = 50

/** The spans of other traces that a trace links to, and those that link to it. */
export async function queryTraceLinks(store: Store, trace: Trace, signal?: AbortSignal): Promise<TraceLinks> {
  const { traceId, spans, startNs, endNs } = trace
  const links = new Map(
    spans
      .flatMap(span => span.links)
      .filter(link => link.traceId !== traceId)
      .map(link => [`${link.traceId} ${link.spanId}`, link]),
  )
  const range = { from: startNs - LINKED_BEFORE_NS, to: endNs + LINKED_AFTER_NS }
  const [to, from] = await Promise.all([
    listLinkedSpans(store, { links: [...links.values()] }, signal),
    listLinkingSpans(store, { traceId, range, limit: MAX_LINKING }, signal),
  ])
  return { to, from }
}
