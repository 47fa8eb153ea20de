import { z } from 'zod'
import type { Store } from '../store.ts'
import { flag, int64, type Ns, type TraceId } from '../units.ts'
import sql from './get-trace.sql?raw'
import { listSpanParents } from './list-span-parents.ts'
import { nearestTheRoot } from './nearest-the-root.ts'

export interface Span {
  readonly spanId: string
  /** '' for a span that nothing caused. It may name a span that the store does not have. */
  readonly parentSpanId: string
  readonly service: string
  readonly name: string
  /** 'Server', 'Client', 'Internal', 'Producer', 'Consumer' or 'Unspecified'. */
  readonly kind: string
  readonly startNs: Ns
  /** 0 for a span that claims to have ended before it began. */
  readonly durationNs: Ns
  /** 'Unset', 'Ok' or 'Error'. */
  readonly status: string
  readonly statusMessage: string
  readonly traceState: string
  readonly scopeName: string
  readonly scopeVersion: string
  readonly attributes: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
  /** '' where there is none. */
  readonly route: string
  /** 0 where there is none. */
  readonly httpStatus: number
  /** '' where the span does not come from a browser session. */
  readonly sessionId: string
  /** First span of its transaction. */
  readonly isLocalRoot: boolean
  readonly events: readonly SpanEvent[]
  readonly links: readonly SpanLink[]
}

export interface SpanEvent {
  readonly atNs: Ns
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface SpanLink {
  readonly traceId: string
  readonly spanId: string
  readonly attributes: Readonly<Record<string, string>>
}

export interface Trace {
  readonly traceId: TraceId
  /** Oldest first. */
  readonly spans: readonly Span[]
  /** More than `spans.length` when the trace is larger than {@link MAX_SPANS}; at most 500,000. */
  readonly totalSpans: number
}

/** Of a larger trace the spans nearest the root are read. */
export const MAX_SPANS = 10_000

/** A ClickHouse server takes 128 KiB for one parameter (http_max_field_value_size). */
const SPAN_IDS_A_READ = 5_000

/** Of several services, or delivered again and not merged yet. */
const MOST_ROWS_A_SPAN_ID = 20

const DEADLINE_MS = 20_000

/**
 * Reads a whole trace, or of a very large one the {@link MAX_SPANS} spans nearest the root, breadth first.
 *
 * @returns `undefined` when the store has no span of it.
 * @throws {StoreError} Any kind.
 */
export async function getTrace(
  store: Store,
  { traceId, maxSpans = MAX_SPANS }: { traceId: TraceId; maxSpans?: number },
  signal?: AbortSignal,
): Promise<Trace | undefined> {
  const read = (spanIds: readonly string[], limit: number) =>
    store.ask(
      { name: 'get-trace', sql, params: { traceId, spanIds, limit }, decode: spanOf, deadlineMs: DEADLINE_MS },
      signal,
    )
  // One more than wanted tells that there are more: to count them first would cost every trace 40 % more than its spans.
  const rows = await read([], maxSpans + 1)
  if (rows.length <= maxSpans) {
    const spans = onceOldestFirst(rows)
    return spans.length === 0 ? undefined : { traceId, spans, totalSpans: spans.length }
  }

  const parents = await listSpanParents(store, { traceId }, signal)
  const nearest = nearestTheRoot(parents, maxSpans)
  const parts: Span[][] = []
  for (let i = 0; i < nearest.length; i += SPAN_IDS_A_READ)
    parts.push(await read(nearest.slice(i, i + SPAN_IDS_A_READ), SPAN_IDS_A_READ * MOST_ROWS_A_SPAN_ID))
  return { traceId, spans: onceOldestFirst(parts.flat()).slice(0, maxSpans), totalSpans: parents.length }
}

/** A span is the same where id and service are. */
function onceOldestFirst(rows: readonly Span[]): Span[] {
  const seen = new Set<string>()
  return rows
    .toSorted((a, b) => Number(a.startNs - b.startNs) || compare(a.spanId, b.spanId) || compare(a.service, b.service))
    .filter(({ spanId, service }) => seen.size < seen.add(`${spanId} ${service}`).size)
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const attributes = z.record(z.string(), z.string())

const row = z.object({
  spanId: z.string(),
  parentSpanId: z.string(),
  service: z.string(),
  name: z.string(),
  kind: z.string(),
  startNs: int64,
  durationNs: int64,
  status: z.string(),
  statusMessage: z.string(),
  traceState: z.string(),
  scopeName: z.string(),
  scopeVersion: z.string(),
  attributes,
  resource: attributes,
  route: z.string(),
  httpStatus: z.number(),
  sessionId: z.string(),
  isLocalRoot: flag,
  eventAtNs: z.array(int64),
  eventNames: z.array(z.string()),
  eventAttributes: z.array(attributes),
  linkTraceIds: z.array(z.string()),
  linkSpanIds: z.array(z.string()),
  linkAttributes: z.array(attributes),
})

/** Events and links lie in the store as a list for each of their fields. */
function spanOf(stored: unknown): Span {
  const { eventAtNs, eventNames, eventAttributes, linkTraceIds, linkSpanIds, linkAttributes, ...span } =
    row.parse(stored)
  return {
    ...span,
    events: eventAtNs.map((atNs, i) => ({ atNs, name: eventNames[i] ?? '', attributes: eventAttributes[i] ?? {} })),
    links: linkTraceIds.map((traceId, i) => ({
      traceId,
      spanId: linkSpanIds[i] ?? '',
      attributes: linkAttributes[i] ?? {},
    })),
  }
}
