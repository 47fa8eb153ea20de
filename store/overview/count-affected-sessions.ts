import { z } from 'zod'
import { type ComparedPeriods, longestStoredStepMinutes, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { countColumn } from '../units.ts'
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
  { comparison, ...filter }: ScopeFilter & { comparison: ComparedPeriods },
  signal?: AbortSignal,
): Promise<AffectedSessions> {
  const { beforeNs, fromNs, toNs } = comparison
  const params = {
    beforeNs,
    fromNs,
    toNs,
    everyMinutes: longestStoredStepMinutes(comparison),
    ...scopeFilterParams(filter),
    limit: 1,
  }
  const [hit] = await store.query({ name: 'count-affected-sessions', sql, params, decode: row.parse }, signal)
  return hit ?? { now: 0, before: 0 }
}

const row = z.object({ now: countColumn, before: countColumn })
