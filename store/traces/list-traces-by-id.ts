import { z } from 'zod'
import type { Store } from '../store.ts'
import { flag, int64, type Ns, type TraceId, traceId } from '../units.ts'
import { paramsOf, type TraceFilter } from './list-trace-ids.ts'
import sql from './list-traces-by-id.sql?raw'

/** What a trace is as a whole. Its root is the span that began it, as far as the store has it. */
export interface TraceState {
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
  /** True when a span failed or an exception was recorded. */
  readonly failed: boolean
}

/**
 * Looks traces up by id, each whole: all of its parts, wherever in time they lie.
 *
 * @param options.traceIds At most 1000.
 * @returns Those that the store has a span of and that the filter lets pass, newest first; an empty array when there is none.
 * @throws {StoreError} Any kind.
 */
export async function listTracesById(
  store: Store,
  { traceIds, filter = {} }: { traceIds: readonly TraceId[]; filter?: TraceFilter },
  signal?: AbortSignal,
): Promise<TraceState[]> {
  if (traceIds.length === 0) return []
  const params = { traceIds, failedOnly: filter.failedOnly ? 1 : 0, ...paramsOf(filter), limit: traceIds.length }
  return store.query({ name: 'list-traces-by-id', sql, params, decode: row.parse }, signal)
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
})
