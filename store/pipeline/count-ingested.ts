import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { SpanId, TraceId } from '../units.ts'
import sql from './count-ingested.sql?raw'

export interface IngestedCounts {
  readonly spans: number
  readonly logs: number
  readonly exceptions: number
  /** Without those of browsers, which can name any trace. */
  readonly serverSpans: number
  readonly serverExceptions: number
}

const NOTHING: IngestedCounts = { spans: 0, logs: 0, exceptions: 0, serverSpans: 0, serverExceptions: 0 }

/**
 * Counts the distinct stored items of a trace: to wait for a canary, or to see what a drop rule kept.
 *
 * @param options.spanId Counts only this span and its records.
 * @returns Zeros for an unknown trace.
 * @throws {StoreError} Any kind.
 */
export async function countIngested(
  store: Store,
  { traceId, spanId }: { traceId: TraceId; spanId?: SpanId },
  signal?: AbortSignal,
): Promise<IngestedCounts> {
  const params = { traceId, spanId: spanId ?? '', limit: 1 }
  const [arrival = NOTHING] = await store.query({ name: 'count-ingested', sql, params, decode: row.parse }, signal)
  return arrival
}

const row = z.object({
  spans: countColumn,
  logs: countColumn,
  exceptions: countColumn,
  serverSpans: countColumn,
  serverExceptions: countColumn,
})
