import { z } from 'zod'
import { type Narrowing, narrowingParams } from '../comparison.ts'
import { type Merges, mergeParams, sourceIssueIds } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import { count, type TimeRange } from '../units.ts'
import sql from './count-issue.sql?raw'
import { wholeHours } from './hours.ts'

export type IssueCounts = z.infer<typeof row>

/**
 * Counts what an issue had in the whole hours of a range, and in as many before it.
 *
 * @throws {StoreError} Any kind.
 */
export async function countIssue(
  store: Store,
  { issue, merges, range, ...narrowing }: Narrowing & { issue: string; merges: Merges; range: TimeRange },
  signal?: AbortSignal,
): Promise<IssueCounts> {
  const { fromNs, toNs } = wholeHours(range)
  const beforeNs = 2n * fromNs - toNs
  const params = {
    beforeNs: beforeNs < 0n ? 0n : beforeNs,
    fromNs,
    toNs,
    issue,
    members: sourceIssueIds(issue, merges),
    ...mergeParams(merges),
    ...narrowingParams(narrowing),
    limit: 1,
  }
  const [counts] = await store.ask({ name: 'count-issue', sql, params, decode: row.parse }, signal)
  return counts ?? { events: 0, eventsBefore: 0, sessionCount: 0, sessionsBefore: 0, userCount: 0 }
}

const row = z.object({
  events: count,
  eventsBefore: count,
  sessionCount: count,
  sessionsBefore: count,
  userCount: count,
})
