import type { Store } from '../../../store/store.ts'
import { DAY_NS, MINUTE_NS } from '../../../store/time-units.ts'
import { listLinkedSpans } from '../../../store/traces/list-linked-spans.ts'
import { listLinkingSpans } from '../../../store/traces/list-linking-spans.ts'
import { listSpans, type Span } from '../../../store/traces/list-spans.ts'
import type { TraceId } from '../../../store/units.ts'
import type { TraceLinks } from './span-links.tsx'

/** Spans of several services, or delivered again and not merged yet. */
const MAX_SPANS = 20
/** Clocks differ, and messages wait. */
const LINKED_BEFORE_NS = 5n * MINUTE_NS
const LINKED_AFTER_NS = DAY_NS
const MAX_LINKING = 50

/** A span with all its data, and those of any trace that it links to or that link to it. */
export interface SpanData {
  readonly span: Span
  readonly links: TraceLinks
}

interface SpanQuery {
  readonly traceId: TraceId
  readonly spanId: string
  /** '' for any. */
  readonly service: string
  /** Maximum of a status message and of each attribute. */
  readonly chars: number
}

/** @returns `undefined` if the span is not stored. */
export async function querySpan(
  store: Store,
  { traceId, spanId, service, chars }: SpanQuery,
  signal?: AbortSignal,
): Promise<SpanData | undefined> {
  const spans = await listSpans(store, { traceId, spanIds: [spanId], chars, limit: MAX_SPANS }, signal)
  const byService = spans.toSorted((a, b) => (a.service < b.service ? -1 : 1))
  const span = byService.find(of => of.service === service) ?? byService[0]
  if (span === undefined) return undefined
  return { span, links: await querySpanLinks(store, { traceId, span }, signal) }
}

/** The spans that a span links to, and those of other traces that link to it. */
export async function querySpanLinks(
  store: Store,
  { traceId, span }: { readonly traceId: TraceId; readonly span: Span },
  signal?: AbortSignal,
): Promise<TraceLinks> {
  // A batch may name one span many times.
  const links = [...new Map(span.links.map(link => [`${link.traceId} ${link.spanId}`, link])).values()]
  const range = { from: span.startNs - LINKED_BEFORE_NS, to: span.startNs + span.durationNs + LINKED_AFTER_NS }
  const [to, from] = await Promise.all([
    listLinkedSpans(store, { links }, signal),
    listLinkingSpans(store, { traceId, range, limit: MAX_LINKING }, signal),
  ])
  return { to, from: from.filter(({ linksTo }) => linksTo.includes(span.spanId)) }
}
