import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, type SpanId, type TraceId } from '../units.ts'
import sql from './count-ingested.sql?raw'

export interface Ingested {
  readonly spans: number
  readonly logs: number
  readonly exceptions: number
}

/**
 * Counts what has come through of a trace, each thing once: to wait for a canary, or to see what a drop rule left.
 *
 * @param options.spanId Only what belongs to this span.
 * @returns Zeros for a trace that the store does not know, or not yet.
 * @throws {StoreError} Any kind.
 */
export async function countIngested(
  store: Store,
  { traceId, spanId }: { traceId: TraceId; spanId?: SpanId },
  signal?: AbortSignal,
): Promise<Ingested> {
  const params = { traceId, spanId: spanId ?? '', limit: 1 }
  const [arrival = { spans: 0, logs: 0, exceptions: 0 }] = await store.query(
    { name: 'count-ingested', sql, params, decode: row.parse },
    signal,
  )
  return arrival
}

const row = z.object({ spans: count, logs: count, exceptions: count })
