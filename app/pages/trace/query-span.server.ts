import type { Store } from '../../../store/store.ts'
import { listSpans, MAX_ROWS_PER_SPAN_ID, type Span } from '../../../store/traces/list-spans.ts'
import type { TraceId } from '../../../store/units.ts'
import { formatStatement, type Statement } from './format-statement.server.ts'
import { queryLinks } from './query-trace-links.server.ts'
import type { TraceLinks } from './span-links.tsx'

/** A span with its database statement laid out. */
export interface OpenSpan extends Span {
  readonly statement: Statement | undefined
}

export const openSpan = (span: Span): OpenSpan => ({ ...span, statement: formatStatement(span) })

/** A span with all its data, and those of any trace that it links to or that link to it. */
export interface SpanData {
  readonly span: OpenSpan
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
  const spans = await listSpans(store, { traceId, spanIds: [spanId], chars, limit: MAX_ROWS_PER_SPAN_ID }, signal)
  const byService = spans.toSorted((a, b) => (a.service < b.service ? -1 : 1))
  const span = byService.find(of => of.service === service) ?? byService[0]
  if (span === undefined) return undefined
  return { span: openSpan(span), links: await querySpanLinks(store, { traceId, span }, signal) }
}

/** The spans that a span links to, and those of other traces that link to it. */
export async function querySpanLinks(
  store: Store,
  { traceId, span }: { readonly traceId: TraceId; readonly span: Span },
  signal?: AbortSignal,
): Promise<TraceLinks> {
  const { links, startNs, durationNs } = span
  const { to, from } = await queryLinks(store, { traceId, links, startNs, endNs: startNs + durationNs }, signal)
  return { to, from: from.filter(({ linksTo }) => linksTo.includes(span.spanId)) }
}
