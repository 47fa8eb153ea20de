import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-session-drop-rules.sql?raw'

/** What a drop rule removed of the traces of a session. */
export interface SessionDropRule {
  readonly rule: string
  /** Who sent what was removed. */
  readonly sender: 'server' | 'browser'
  readonly traces: number
  /** To the second. */
  readonly lastNs: Ns
}

/**
 * Lists the drop rules that removed something of a session's traces in the last seven days. A trace that was removed completely is unknown
 * here, since no stored row has its session.
 *
 * @returns What servers sent first, then latest first, then by rule.
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

const row = z.object({ rule: z.string(), sender: z.enum(['server', 'browser']), traces: countColumn, lastNs: int64 })
