import { z } from 'zod'
import type { Store } from '../store.ts'
import { countColumn, int64, type Ns } from '../units.ts'
import sql from './list-session-drop-rules.sql?raw'

/** What a drop rule removed of the traces of a session. */
export interface SessionDropRule {
  readonly rule: string
  readonly traces: number
  /** To the second. */
  readonly lastNs: Ns
}

/**
 * Lists the drop rules that removed something of a session's traces in the last seven days. A trace that was removed completely is unknown
 * here, since no stored row has its session.
 *
 * @returns Latest first, then by rule.
 * @throws {StoreError} Any kind.
 */
export function listSessionDropRules(
  store: Store,
  { sessionId }: { sessionId: string },
  signal?: AbortSignal,
): Promise<SessionDropRule[]> {
  return store.query(
    { name: 'list-session-drop-rules', sql, params: { sessionId, limit: 100 }, decode: row.parse },
    signal,
  )
}

const row = z.object({ rule: z.string(), traces: countColumn, lastNs: int64 })
