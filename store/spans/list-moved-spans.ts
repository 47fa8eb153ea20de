import { z } from 'zod'
import type { Store } from '../store.ts'
import { type TraceId, traceIdColumn } from '../units.ts'
import sql from './list-moved-spans.sql?raw'

interface MovedSpansParams {
  /** At most 1000. */
  readonly traceIds: readonly TraceId[]
  /** @default one row per trace and service, with its latest time */
  readonly spanIds?: readonly string[]
}

interface MovedSpan {
  readonly traceId: TraceId
  /** '' for a whole service. */
  readonly spanId: string
  readonly service: string
  /** The sender's time, Unix nanoseconds. */
  readonly originalTime: string
}

const MAX_ROWS = 10_000

/**
 * Finds the spans whose time the Collector moved, because their sender's clock is wrong or they are old.
 *
 * @returns By trace id, span id and service; an empty array if no time was moved.
 * @throws {StoreError} Any kind.
 */
export async function listMovedSpans(
  store: Store,
  { traceIds, spanIds = [] }: MovedSpansParams,
  signal?: AbortSignal,
): Promise<MovedSpan[]> {
  if (traceIds.length === 0) return []
  const params = { traceIds, spanIds, limit: MAX_ROWS }
  return store.query({ name: 'list-moved-spans', sql, params, decode: row.parse }, signal)
}

const row = z.object({ traceId: traceIdColumn, spanId: z.string(), service: z.string(), originalTime: z.string() })
