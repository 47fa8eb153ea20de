import { z } from 'zod'
import type { Cursor } from '../newest-first.ts'
import type { Store } from '../store.ts'
import { flag, int64, type Ns } from '../units.ts'
import sql from './list-session-events.sql?raw'

/** Something that a session left. */
export interface SessionEvent {
  /** 16 hex digits; of an exception its record's. With `atNs` its place. */
  readonly id: string
  readonly atNs: Ns
  /** 'span': a transaction or a request. 'log': a log record that is no exception. 'exception': of a browser, or of a server in a trace of the session. */
  readonly kind: 'span' | 'log' | 'exception'
  readonly service: string
  readonly route: string
  /** Of the span, the event or the exception's type. */
  readonly name: string
  /** '' where there is none. */
  readonly traceId: string
  readonly spanId: string
  /** 0 for what is no span. */
  readonly durationNs: Ns
  /** A local root: a page load, a navigation and the like. */
  readonly isRoot: boolean
  /** Of an exception: that nobody handled it. */
  readonly failed: boolean
  /** Of its attributes those that tell what happened; of an exception also `message` and `issue`, of a log its `body`. */
  readonly attributes: Readonly<Record<string, string>>
}

/** Before everything. */
const START: Cursor = { atNs: -1n, id: 'f'.repeat(16) }

/**
 * Lists what a session did, in all services and tabs, and what servers threw meanwhile. Each thing once, however often and in whichever
 * shapes it was delivered.
 *
 * @param options.after Where the page before ended.
 * @param options.limit 1 to 1000.
 * @returns Oldest first, then by id; an empty array for a session that left nothing, or whose traces' retention is over.
 * @throws {StoreError} Any kind.
 */
export function listSessionEvents(
  store: Store,
  { sessionId, after = START, limit }: { sessionId: string; after?: Cursor | undefined; limit: number },
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
  isRoot: flag,
  failed: flag,
  attributes: z.record(z.string(), z.string()),
})
