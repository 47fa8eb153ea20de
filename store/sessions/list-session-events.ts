import { z } from 'zod'
import { booleanColumn, int64 } from '../columns.ts'
import type { Cursor } from '../newest-first.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-session-events.sql?raw'

/** An event of a session. */
export interface SessionEvent {
  /** 16 hex digits; for an exception the id of its record. Id and `atNs` are its cursor. */
  readonly id: string
  readonly atNs: Ns
  /**
   * 'span': a transaction or a request. 'log': a log record that is no exception. 'exception': of a browser, or of a server in a trace of
   * the session.
   */
  readonly kind: 'span' | 'log' | 'exception'
  readonly service: string
  readonly route: string
  /** Name of the span or log event, or the exception's type. */
  readonly name: string
  /** '' if there is none. */
  readonly traceId: string
  readonly spanId: string
  /** 0 if it is no span. */
  readonly durationNs: Ns
  /** A local root: a page load, a navigation and so on. */
  readonly isRoot: boolean
  /** For an exception: it was unhandled. */
  readonly failed: boolean
  /** The attributes that describe the event; for exceptions also `message` and `issue`, for logs `body`. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Before all events. */
const START_CURSOR: Cursor = { atNs: -1n, id: 'f'.repeat(16) }

/**
 * Lists what happened in a session, in all services and tabs, including server exceptions. Each event once, however often and in whichever
 * shape it was delivered.
 *
 * @param options.after The end of the previous page.
 * @param options.limit 1 to 1000.
 * @returns Oldest first, then by id; an empty array for a session without events, or whose traces have expired.
 * @throws {StoreError} Any kind.
 */
export function listSessionEvents(
  store: Store,
  { sessionId, after = START_CURSOR, limit }: { sessionId: string; after?: Cursor | undefined; limit: number },
  signal?: AbortSignal,
): Promise<SessionEvent[]> {
  const params = { sessionId, afterNs: after.atNs, afterId: after.id, limit }
  return store.query({ name: 'list-session-events', sql, params, decode: sessionEventRow.parse }, signal)
}

export const sessionEventRow = z.object({
  id: z.string(),
  atNs: int64,
  kind: z.enum(['span', 'log', 'exception']),
  service: z.string(),
  route: z.string(),
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  durationNs: int64,
  isRoot: booleanColumn,
  failed: booleanColumn,
  attributes: z.record(z.string(), z.string()),
})
