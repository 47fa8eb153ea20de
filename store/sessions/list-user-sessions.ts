import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-user-sessions.sql?raw'

/** The position of a session in the list of a user. */
export interface SessionCursor {
  /** When the user was last seen in it. */
  readonly lastNs: Ns
  readonly sessionId: string
}

/** Later than any stored time. */
const LATEST_NS = 9_223_372_036_854_775_807n

/**
 * Lists the sessions of a user.
 *
 * @param options.after The end of the previous page.
 * @param options.limit 1 to 500.
 * @returns Latest first, then by id; an empty array for an unknown user.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/user/ for `user.id`
 */
export function listUserSessions(
  store: Store,
  { userId, after, limit }: { userId: string; after?: SessionCursor | undefined; limit: number },
  signal?: AbortSignal,
): Promise<SessionCursor[]> {
  const whole = userId.replace(/\uFFFD+$/, '')
  const beginning = whole === userId ? '' : whole
  const params = {
    userId,
    beginning,
    beforeNs: after?.lastNs ?? LATEST_NS,
    afterSession: after?.sessionId ?? '',
    limit,
  }
  return store.query({ name: 'list-user-sessions', sql, params, decode: row.parse }, signal)
}

const row = z.object({ sessionId: z.string(), lastNs: int64 })
