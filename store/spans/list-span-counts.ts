import { z } from 'zod'
import { countColumn, traceIdColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import sql from './list-span-counts.sql?raw'

export interface SpanCounts {
  readonly traceId: TraceId
  readonly spanCount: number
  readonly failedSpanCount: number
  /** Services of failed spans in which no other span failed, in alphabetical order: where failures began. */
  readonly failedServices: readonly string[]
}

/**
 * Counts the distinct spans of traces.
 *
 * @param options.traceIds At most 1000.
 * @returns By trace id; no row for traces without stored spans.
 * @throws {StoreError} Any kind.
 */
export async function listSpanCounts(
  store: Store,
  { traceIds }: { traceIds: readonly TraceId[] },
  signal?: AbortSignal,
): Promise<SpanCounts[]> {
  if (traceIds.length === 0) return []
  const params = { traceIds, limit: traceIds.length }
  return store.query({ name: 'list-span-counts', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  traceId: traceIdColumn,
  spanCount: countColumn,
  failedSpanCount: countColumn,
  failedServices: z.array(z.string()),
})
