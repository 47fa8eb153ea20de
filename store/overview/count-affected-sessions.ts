import { z } from 'zod'
import { type Comparison, type ScopeFilter, scopeFilterParams, storedStepMinutes } from '../comparison.ts'
import type { Store } from '../store.ts'
import { count } from '../units.ts'
import sql from './count-affected-sessions.sql?raw'

export interface AffectedSessions {
  readonly now: number
  readonly before: number
}

/**
 * Counts the sessions with an exception, now and before.
 *
 * @throws {StoreError} Any kind.
 */
export async function countAffectedSessions(
  store: Store,
  { comparison, ...filter }: ScopeFilter & { comparison: Comparison },
  signal?: AbortSignal,
): Promise<AffectedSessions> {
  const { beforeNs, fromNs, toNs } = comparison
  const params = {
    beforeNs,
    fromNs,
    toNs,
    everyMinutes: storedStepMinutes(comparison),
    ...scopeFilterParams(filter),
    limit: 1,
  }
  const [hit] = await store.query({ name: 'count-affected-sessions', sql, params, decode: row.parse }, signal)
  return hit ?? { now: 0, before: 0 }
}

const row = z.object({ now: count, before: count })
