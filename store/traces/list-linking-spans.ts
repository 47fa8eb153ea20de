import { z } from 'zod'
import type { Store } from '../store.ts'
import type { TimeRange, TraceId } from '../units.ts'
import { type LinkedSpan, linkedSpanRow } from './list-linked-spans.ts'
import sql from './list-linking-spans.sql?raw'

/** A span of another trace that links to a trace: what handles its messages in a batch, or goes on with its work. */
export interface LinkingSpan extends LinkedSpan {
  /** The ids of the spans of the trace that it links to. */
  readonly linksTo: readonly string[]
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

const row = linkedSpanRow.extend({ linksTo: z.array(z.string()) })
