import { z } from 'zod'
import { type IssueState, isAssignedOrAcknowledged } from '../issues/derive-state.ts'
import { type IssueTitleAndReleases, listIssueTitles } from '../issues/list-issue-titles.ts'
import { mergeSqlParams, sourceIssueIds } from '../issues/merges.ts'
import { readIssueStates } from '../issues/read-states.ts'
import type { Store } from '../store.ts'
import { countColumn, type Ns, type TimeRange } from '../units.ts'
import sql from './list-dropped-issues.sql?raw'

/** An issue that somebody works on and of which a drop rule removes something. */
export type DroppedIssue = z.output<typeof row> & {
  readonly state: IssueState
  /** Its title; undefined if its exceptions have expired. */
  readonly summary: IssueTitleAndReleases | undefined
}

/**
 * Lists the issues that somebody works on and of which a drop rule removes something.
 *
 * @param options.range At most seven days: drops by issue are kept no longer.
 * @param options.nowNs Issues have their states at this time.
 * @param options.limit 1 to 100.
 * @returns Most stored first, then by rule and issue.
 * @throws {StoreError} Any kind.
 */
export async function listDroppedIssues(
  store: Store,
  { range, nowNs, limit }: { range: TimeRange; nowNs: Ns; limit: number },
  signal?: AbortSignal,
): Promise<DroppedIssue[]> {
  const { of, issues, merges } = await readIssueStates(store, { nowNs }, signal)
  const worked = [...issues].flatMap(([issue, state]) =>
    isAssignedOrAcknowledged(state) ? sourceIssueIds(issue, merges).map(member => ({ issue, member })) : [],
  )
  if (worked.length === 0) return []
  const params = {
    fromNs: range.from,
    toNs: range.to,
    issues: worked.map(({ issue }) => issue),
    members: worked.map(({ member }) => member),
    ...mergeSqlParams(merges),
    limit,
  }
  const statement = { name: 'list-dropped-issues', sql, params, decode: row.parse }
  const dropped = await store.query(statement, signal)
  const summaries = await listIssueTitles(
    store,
    { issues: [...new Set(dropped.map(({ issue }) => issue))], merges },
    signal,
  )
  return dropped.map(one => ({
    ...one,
    state: of(one.issue),
    summary: summaries.get(one.issue),
  }))
}

const row = z.object({
  rule: z.string(),
  issue: z.string(),
  /** Exceptions of the issue that were kept. */
  stored: countColumn,
  /** Whether the rule removed exceptions of the issue, or transactions that failed with it. */
  how: z.enum(['exception', 'transaction']),
})
