import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { countColumn } from '../columns.ts'
import { type IssueState, isAssignedOrAcknowledged } from '../issues/derive-state.ts'
import { type IssueTitleAndReleases, listIssueTitles } from '../issues/list-issue-titles.ts'
import { mergeSqlParams, sourceIssueIds } from '../issues/merges.ts'
import { readIssueStates } from '../issues/read-states.ts'
import expressions from '../schema/expressions.sql?raw'
import groupingRule from '../schema/grouping-rule.sql?raw'
import { parseExpressions, parseGroupingRule } from '../schema/parse-expressions.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-dropped-issues.sql?raw'

/** An issue that somebody works on and of which a drop rule removes something. */
export type DroppedIssue = z.output<typeof row> & {
  readonly state: IssueState
  /** Its title; undefined if its exceptions have expired. */
  readonly summary: IssueTitleAndReleases | undefined
}

/** Removed exceptions are grouped as stored ones are, but only here: an insert that has some need not wait for it. */
const GROUPING = {
  grouping: parseGroupingRule(groupingRule),
  issue: parseExpressions(expressions).get('issue'),
}

/**
 * Lists the issues that somebody works on and of which a drop rule removes something.
 *
 * @param options.range At most seven days: what the rules removed is kept no longer.
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
  const dropped = await store.query(
    bindExpressions(statement, () => GROUPING),
    signal,
  )
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
