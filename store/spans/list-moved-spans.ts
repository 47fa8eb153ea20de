import { z } from 'zod'
import { traceIdColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import sql from './list-moved-spans.sql?raw'

interface MovedSpansParams {
  /** At most 1000. */
  readonly traceIds: readonly TraceId[]
}

interface MovedSpan {
  readonly traceId: TraceId
  readonly service: string
  /** The sender's latest time, Unix nanoseconds. */
  readonly originalTime: string
}

const MAX_ROWS = 10_000

/**
 * Finds the services of traces whose time the Collector moved, because their sender's clock is wrong or they are old.
 *
 * @returns By trace id and service; an empty array if no time was moved.
 * @throws {StoreError} Any kind.
 */
export async function listMovedSpans(
  store: Store,
  { traceIds }: MovedSpansParams,
  signal?: AbortSignal,
): Promise<MovedSpan[]> {
  if (traceIds.length === 0) return []
  const params = { traceIds, limit: MAX_ROWS }
  return store.query({ name: 'list-moved-spans', sql, params, decode: row.parse }, signal)
}

const row = z.object({ traceId: traceIdColumn, service: z.string(), originalTime: z.string() })
