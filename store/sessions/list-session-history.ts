import { z } from 'zod'
import type { Store } from '../store.ts'
import { flag, int64, type Ns, type TimeRange, type TraceId } from '../units.ts'
import sql from './list-session-history.sql?raw'

/** Something that happened in a browser session. */
export interface EarlierStep {
  /** session.id, the same for all of them. */
  readonly sessionId: string
  readonly atNs: Ns
  /** 'transaction': a page load, a navigation and the like, as the browser saw it. 'exception': of the browser or of a server. */
  readonly kind: 'exception' | 'transaction'
  readonly service: string
  readonly route: string
  /** Name of the transaction, or type of the exception. */
  readonly name: string
  /** Of the exception; '' for a transaction. */
  readonly message: string
  /** 0 for an exception. */
  readonly durationNs: Ns
  readonly failed: boolean
  readonly traceId: string
  readonly spanId: string
}

/**
 * Lists what the same browser session did. The session is found through the trace's browser spans.
 *
 * @param options.range When; what led to an error ends at the error's time.
 * @param options.limit 1 to 500.
 * @returns Newest first; an empty array when no browser took part in the trace.
 * @throws {StoreError} Any kind.
 */
export function listSessionHistory(
  store: Store,
  { traceId, range, limit = 100 }: { traceId: TraceId; range: TimeRange; limit?: number },
  signal?: AbortSignal,
): Promise<EarlierStep[]> {
  const params = { traceId, fromNs: range.from, toNs: range.to, limit }
  return store.ask({ name: 'list-session-history', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  sessionId: z.string(),
  atNs: int64,
  kind: z.enum(['exception', 'transaction']),
  service: z.string(),
  route: z.string(),
  name: z.string(),
  message: z.string(),
  durationNs: int64,
  failed: flag,
  traceId: z.string(),
  spanId: z.string(),
})
