import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import { type Counts, countIssues, NO_COUNTS } from './count-issues.ts'
import { type IssueState, isNewIssue } from './derive-state.ts'
import { type IssueFilter, type IssueTab, issuesByStatus } from './issue-filter.ts'
import { type IssueTitleAndReleases, listIssueTitles } from './list-issue-titles.ts'
import type { Merges } from './merges.ts'
import {
  type IssueRanking,
  type IssueSort,
  type RankedIssue,
  type RankIssuesParams,
  rankIssues,
} from './rank-issues.ts'
import { readIssueStates } from './read-states.ts'

export interface ListIssuesParams extends IssueFilter {
  readonly range: TimeRange
  readonly nowNs: Ns
  readonly tab: IssueTab
  readonly sort: IssueSort
  readonly offset: number
  readonly after?: RankIssuesParams['after']
  /** 1 to 500. */
  readonly limit: number
  /** The owner of the issues in `mine`; '' for none. */
  readonly who: string
}

export interface ListedIssue extends Omit<RankedIssue, 'counts'>, Counts {
  readonly state: IssueState
  /** See {@link isNewIssue}. */
  readonly isNew: boolean
  /** undefined if its exceptions have expired. */
  readonly summary: IssueTitleAndReleases | undefined
}

/**
 * Lists the issues of a tab that have exceptions in a range, with their states, titles and counts.
 *
 * @returns Also the merges, for further queries.
 * @throws {StoreError} Any kind.
 */
export async function listIssues(
  store: Store,
  query: ListIssuesParams,
  signal?: AbortSignal,
): Promise<{ issues: ListedIssue[]; counts: IssueRanking['counts']; merges: Merges }> {
  const { range, nowNs, tab, sort, offset, after, limit, who, ...filter } = query
  const states = await readIssueStates(store, { nowNs }, signal)
  const { of, merges } = states
  const ranking = await rankIssues(
    store,
    { ...filter, ...issuesByStatus(states, who), range, tab, sort, nowNs, offset, after, limit },
    signal,
  )
  const named = ranking.issues.map(({ issue }) => issue)
  const uncounted = ranking.issues.flatMap(({ issue, counts }) => (counts === undefined ? [issue] : []))
  const [counted, summaries] = await Promise.all([
    countIssues(store, { ...filter, issues: uncounted, merges, range }, signal),
    listIssueTitles(store, { issues: named, merges }, signal),
  ])
  const issues = ranking.issues.map(({ counts, ...ranked }) => {
    const { events, sessions, users } = counts ?? counted.get(ranked.issue) ?? NO_COUNTS
    return {
      ...ranked,
      events,
      sessions,
      users,
      state: of(ranked.issue),
      isNew: isNewIssue(nowNs, ranked.firstSeenNs),
      summary: summaries.get(ranked.issue),
    }
  })
  return { issues, counts: ranking.counts, merges }
}
