import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, flag, int64, type Ns, type TraceId, traceId } from '../units.ts'
import sql from './list-traces-by-id.sql?raw'

/** A trace in a list. Its root is the span that began it, as far as the store has it. */
export interface TraceSummary {
  readonly traceId: TraceId
  /** Start of the root. */
  readonly startNs: Ns
  /** Duration of the root: clocks of browsers and servers differ too much to measure across them. */
  readonly durationNs: Ns
  /** service.name of the root. */
  readonly service: string
  /** Name of the root span. */
  readonly name: string
  /** '' where the root has none. */
  readonly route: string
  /** 0 where the root has none. */
  readonly httpStatus: number
  /** Every service that has a span in the trace, in alphabetical order. */
  readonly services: readonly string[]
  /** '' where no span comes from a browser session. */
  readonly sessionId: string
  /** True when a span failed. */
  readonly failed: boolean
  readonly spanCount: number
  readonly failedSpanCount: number
}

/**
 * Looks traces up by id.
 *
 * @param options.traceIds At most 1000.
 * @returns Those that the store has, newest first; an empty array when it has none.
 * @throws {StoreError} Any kind.
 */
export async function listTracesById(
  store: Store,
  { traceIds }: { traceIds: readonly TraceId[] },
  signal?: AbortSignal,
): Promise<TraceSummary[]> {
  if (traceIds.length === 0) return []
  return store.ask(
    { name: 'list-traces-by-id', sql, params: { traceIds, limit: traceIds.length }, decode: row.parse },
    signal,
  )
}

const row = z.object({
  traceId,
  startNs: int64,
  durationNs: int64,
  service: z.string(),
  name: z.string(),
  route: z.string(),
  httpStatus: z.number(),
  services: z.array(z.string()),
  sessionId: z.string(),
  failed: flag,
  spanCount: count,
  failedSpanCount: count,
})
