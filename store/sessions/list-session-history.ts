import { z } from 'zod'
import type { Store } from '../store.ts'
import type { TimeRange, TraceId } from '../units.ts'
import { sessionEventRow as step } from './list-session-events.ts'
import sql from './list-session-history.sql?raw'

/** An event of a session before an error. */
export type SessionHistoryEvent = z.infer<typeof row>

interface HistoryQuery {
  /** '' for the session of the trace. */
  readonly sessionId?: string
  readonly traceId?: TraceId | undefined
  /** What led to an error ends at the error's time. */
  readonly range: TimeRange
  /** 1 to 500. */
  readonly limit?: number
}

/**
 * Lists the events of a browser session in a time range, with server exceptions, latest first; otherwise as {@link listSessionEvents}.
 *
 * @returns Newest first, then by id; an empty array if no session is given and the trace has none.
 * @throws {StoreError} Any kind.
 */
export function listSessionHistory(
  store: Store,
  { sessionId = '', traceId, range, limit = 100 }: HistoryQuery,
  signal?: AbortSignal,
): Promise<SessionHistoryEvent[]> {
  const params = { sessionId, traceId: traceId ?? '', fromNs: range.from, toNs: range.to, limit }
  return store.query({ name: 'list-session-history', sql, params, decode: row.parse }, signal)
}

const row = step.extend({ sessionId: z.string() })
