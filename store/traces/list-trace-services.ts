import { z } from 'zod'
import type { Store } from '../store.ts'
import { countColumn, type TraceId } from '../units.ts'
import sql from './list-trace-services.sql?raw'

/** The spans of one service in a trace. */
export interface TraceService {
  readonly service: string
  readonly spans: number
  /** Spans with status Error. */
  readonly failedSpans: number
}

/** Span counts of a trace, in total and by service. */
export interface TraceServices {
  /** In alphabetical order. */
  readonly services: readonly TraceService[]
  /** Of all services, including those beyond the limit. */
  readonly totalSpans: number
  readonly failedSpans: number
}

/**
 * Counts the spans of a trace of any size.
 *
 * @param options.limit 1 to 1000: how many services are listed.
 * @throws {StoreError} Any kind.
 */
export async function listTraceServices(
  store: Store,
  { traceId, limit = 100 }: { traceId: TraceId; limit?: number },
  signal?: AbortSignal,
): Promise<TraceServices> {
  const rows = await store.query(
    { name: 'list-trace-services', sql, params: { traceId, limit }, decode: row.parse, timeoutMs: 20_000 },
    signal,
  )
  const services = rows.map(({ service, spans, failedSpans }) => ({ service, spans, failedSpans }))
  return { services, totalSpans: rows[0]?.ofTrace ?? 0, failedSpans: rows[0]?.ofTraceFailed ?? 0 }
}

const row = z.object({
  service: z.string(),
  spans: countColumn,
  failedSpans: countColumn,
  ofTrace: countColumn,
  ofTraceFailed: countColumn,
})
