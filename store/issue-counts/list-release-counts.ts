import { z } from 'zod'
import { type Narrowing, narrowingParams } from '../comparison.ts'
import { type Merges, mergeParams, sourceIssueIds } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import { count, type TimeRange } from '../units.ts'
import { wholeHours } from './hours.ts'
import sql from './list-release-counts.sql?raw'

/** How often an issue came in a release; '' where its senders named none. */
export type ReleaseCount = z.infer<typeof row>

/**
 * Counts an issue by releases, in the whole hours of a range.
 *
 * @returns Most first, then by release, without those in which it did not come.
 * @throws {StoreError} Any kind.
 */
export function listReleaseCounts(
  store: Store,
  { issue, merges, range, ...narrowing }: Narrowing & { issue: string; merges: Merges; range: TimeRange },
  signal?: AbortSignal,
): Promise<ReleaseCount[]> {
  const { fromNs, toNs } = wholeHours(range)
  const params = {
    issue,
    members: sourceIssueIds(issue, merges),
    ...mergeParams(merges),
    fromNs,
    toNs,
    ...narrowingParams(narrowing),
    limit: 200,
  }
  return store.ask({ name: 'list-release-counts', sql, params, decode: row.parse }, signal)
}

const row = z.object({ release: z.string(), events: count, sessions: count })
