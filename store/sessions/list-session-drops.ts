import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, int64, type Ns } from '../units.ts'
import sql from './list-session-drops.sql?raw'

/** What a drop rule removed of the traces of a session. */
export interface SessionDrop {
  readonly rule: string
  readonly traces: number
  /** To the second. */
  readonly lastNs: Ns
}

/**
 * Lists the drop rules that removed something of a session's traces in the last seven days. Of a trace that was removed whole nothing is
 * left that bears the session: it is not known here.
 *
 * @returns Most recently first, then by rule.
 * @throws {StoreError} Any kind.
 */
export function listSessionDrops(
  store: Store,
  { sessionId }: { sessionId: string },
  signal?: AbortSignal,
): Promise<SessionDrop[]> {
  return store.query({ name: 'list-session-drops', sql, params: { sessionId, limit: 100 }, decode: row.parse }, signal)
}

const row = z.object({ rule: z.string(), traces: count, lastNs: int64 })
