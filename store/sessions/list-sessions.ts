import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-sessions.sql?raw'

/** An issue with its exceptions in a session. */
export interface SessionIssue {
  readonly issue: string
  readonly events: number
  readonly lastNs: Ns
}

/** A session as a whole. */
export interface Session {
  readonly sessionId: string
  readonly firstNs: Ns
  readonly lastNs: Ns
  /** user.id, at most 16. */
  readonly users: readonly string[]
  /** user_agent.original, at most 4. */
  readonly browsers: readonly string[]
  /** service.version, at most 16. */
  readonly releases: readonly string[]
  /** deployment.environment.name, at most 16. */
  readonly environments: readonly string[]
  /** Services that set the session id, and servers that reported exceptions in its traces. */
  readonly services: readonly string[]
  /** Page loads, navigations, submissions: transactions with the session id. */
  readonly pages: number
  readonly failedPages: number
  /** Of browsers, and of servers in its traces. */
  readonly exceptions: number
  /** When the exceptions were, the first ones, at most 20. */
  readonly exceptionsAtNs: readonly Ns[]
  /** Issues of the exceptions, as stored, the last first; at most 100. */
  readonly issues: readonly SessionIssue[]
  /** Records that the browser dropped, as far as it could report them. */
  readonly lost: number
  /** session.previous_id; '' if unset. */
  readonly previous: string
  /** Route of its first transaction. */
  readonly firstRoute: string
  /** Route of its last transaction that has one. */
  readonly lastRoute: string
  /** Requests of its pages. */
  readonly failedRequests: number
}

/**
 * Reads sessions as a whole.
 *
 * @param options.sessionIds At most 500.
 * @returns Latest first, then by id, without sessions that have no events.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/general/session/ for `session.*`
 */
export async function listSessions(
  store: Store,
  { sessionIds }: { sessionIds: readonly string[] },
  signal?: AbortSignal,
): Promise<Session[]> {
  if (sessionIds.length === 0) return []
  const params = { sessionIds, limit: 500 }
  return await store.query({ name: 'list-sessions', sql, params, decode: row.parse }, signal)
}

const texts = z.array(z.string())

const row = z.object({
  sessionId: z.string(),
  firstNs: int64,
  lastNs: int64,
  users: texts,
  browsers: texts,
  releases: texts,
  environments: texts,
  services: texts,
  pages: countColumn,
  failedPages: countColumn,
  exceptions: countColumn,
  exceptionsAtNs: z.array(int64),
  issues: z.array(
    z.tuple([z.string(), countColumn, int64]).transform(([issue, events, lastNs]) => ({ issue, events, lastNs })),
  ),
  lost: countColumn,
  previous: z.string(),
  firstRoute: z.string(),
  lastRoute: z.string(),
  failedRequests: countColumn,
})
