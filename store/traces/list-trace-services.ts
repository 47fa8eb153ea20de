import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TraceId } from '../units.ts'
import sql from './list-trace-services.sql?raw'

/** The spans of one service in a trace. */
export interface TraceService {
  readonly service: string
  readonly spans: number
  /** Spans with status Error. */
  readonly failedSpans: number
}

/** Span counts of a trace, in total and by service, and its time. */
export interface TraceServices {
  /** In alphabetical order. */
  readonly services: readonly TraceService[]
  /** Of all services, including those beyond the limit. */
  readonly totalSpans: number
  readonly failedSpans: number
  /** The first start of a span. */
  readonly startNs: Ns
  /** The last end of a span. */
  readonly endNs: Ns
}

/**
 * Counts the spans of a trace of any size.
 *
 * @param options.limit 1 to 1000: how many services are listed.
 * @returns `undefined` if no span of it is stored.
 * @throws {StoreError} Any kind.
 */
export async function listTraceServices(
  store: Store,
  { traceId, limit = 100 }: { traceId: TraceId; limit?: number },
  signal?: AbortSignal,
): Promise<TraceServices | undefined> {
  const rows = await store.query(
    {
      name: 'list-trace-services',
      sql,
      params: { traceId, limit },
      decode: row.parse,
      timeoutMs: 20_000,
      isOfOneTrace: true,
    },
    signal,
  )
  const [first] = rows
  if (first === undefined) return undefined
  const services = rows.map(({ service, spans, failedSpans }) => ({ service, spans, failedSpans }))
  const { ofTrace: totalSpans, ofTraceFailed: failedSpans, startNs, endNs } = first
  return { services, totalSpans, failedSpans, startNs, endNs }
}

const row = z.object({
  service: z.string(),
  spans: countColumn,
  failedSpans: countColumn,
  ofTrace: countColumn,
  ofTraceFailed: countColumn,
  startNs: int64,
  endNs: int64,
})
