import { z } from 'zod'
import type { Store } from '../store.ts'
import { int64, type Ns, type TimeRange, type TraceId, traceIdColumn } from '../units.ts'
import sql from './list-linking-spans.sql?raw'

/** A span of another trace that links to a trace: what handles its messages in a batch, or goes on with its work. */
export interface LinkingSpan {
  readonly traceId: TraceId
  readonly spanId: string
  readonly service: string
  readonly name: string
  readonly startNs: Ns
}

interface LinkingSpansQuery {
  readonly traceId: TraceId
  /** When the linking spans start. */
  readonly range: TimeRange
  /** 1 to 100. */
  readonly limit: number
}

/**
 * Lists the spans of other traces that link to a trace.
 *
 * @returns Oldest first; an empty array if there are none.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/otel/overview/#links-between-spans
 */
export function listLinkingSpans(
  store: Store,
  { traceId, range, limit }: LinkingSpansQuery,
  signal?: AbortSignal,
): Promise<LinkingSpan[]> {
  const params = { traceId, fromNs: range.from, toNs: range.to, limit }
  return store.query({ name: 'list-linking-spans', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  traceId: traceIdColumn,
  spanId: z.string(),
  service: z.string(),
  name: z.string(),
  startNs: int64,
})
