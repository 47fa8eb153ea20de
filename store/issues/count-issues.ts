import { z } from 'zod'
import { narrowingParams } from '../comparison.ts'
import { wholeHours } from '../issue-counts/hours.ts'
import { type Merges, namedParams } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import { count, type TimeRange } from '../units.ts'
import sql from './count-issues.sql?raw'
import type { IssueNarrowing } from './issue-filter.ts'

/** Exceptions, and the sessions and users that had them. */
export type IssueCounts = Omit<z.infer<typeof row>, 'issue'>

interface CountQuery extends IssueNarrowing {
  /** At most 1000. */
  readonly issues: readonly string[]
  readonly merges: Merges
  readonly range: TimeRange
}

/**
 * Counts what issues had in the whole hours of a range.
 *
 * @returns By issue; none of an issue that had none.
 * @throws {StoreError} Any kind.
 */
export async function countIssues(
  store: Store,
  { issues, merges, range, side = '', ...narrowing }: CountQuery,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, IssueCounts>> {
  if (issues.length === 0) return new Map()
  const params = {
    ...wholeHours(range),
    ...narrowingParams(narrowing),
    ...namedParams(issues, merges),
    side,
    limit: 1_000,
  }
  const rows = await store.ask({ name: 'count-issues', sql, params, decode: row.parse }, signal)
  return new Map(rows.map(({ issue, ...counts }) => [issue, counts]))
}

const row = z.object({ issue: z.string(), events: count, sessions: count, users: count })
