import { z } from 'zod'
import { countColumn } from '../columns.ts'
import { readWhole } from '../read-whole.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './count-since.sql?raw'
import type { EventsSinceMute } from './derive-state.ts'
import { issueIdParams, type Merges } from './merges.ts'

const ROWS_AT_ONCE = 100_000

/**
 * Counts the exceptions of each issue since its own start time, inclusive.
 *
 * @returns By issue; no entry for issues without any.
 * @throws {StoreError} Any kind.
 */
export async function countSince(
  store: Store,
  { since, merges }: { since: ReadonlyMap<string, Ns>; merges: Merges },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, EventsSinceMute>> {
  if (since.size === 0) return new Map()
  const rows = await readWhole([...since], ROWS_AT_ONCE, some => {
    const issues = some.map(([issue]) => issue)
    const params = {
      ...issueIdParams(issues, merges),
      issues,
      sinceNs: some.map(([, sinceNs]) => sinceNs),
      limit: ROWS_AT_ONCE,
    }
    return store.query({ name: 'count-since', sql, params, decode: row.parse }, signal)
  })
  return new Map(
    rows.map(({ issue, events, sessionCount, maxPerHour }) => [issue, { events, sessions: sessionCount, maxPerHour }]),
  )
}

const row = z.object({ issue: z.string(), events: countColumn, sessionCount: countColumn, maxPerHour: countColumn })
