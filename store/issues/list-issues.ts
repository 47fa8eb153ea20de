import { chooseBuckets, countIssues, type IssueCounts, NO_ISSUE_COUNTS } from '../issue-counts/count-issues.ts'
import { ceilToDay, extendToWholeHours } from '../issue-counts/hours.ts'
import { type IssueTitleAndReleases, listIssueTitles } from '../issue-counts/list-issue-titles.ts'
import { type IssueState, isNewIssue } from '../issue-events/derive-state.ts'
import type { Merges } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import { type IssueFilter, type IssueTab, issuesByStatus } from './issue-filter.ts'
import { type IssueRanking, type IssueSort, type RankedIssue, rankIssues } from './rank-issues.ts'
import { readIssueStates } from './read-states.ts'

export interface ListIssuesParams extends IssueFilter {
  readonly range: TimeRange
  readonly nowNs: Ns
  readonly tab: IssueTab
  readonly sort: IssueSort
  readonly offset: number
  /** 1 to 500. */
  readonly limit: number
  /** The owner of the issues in `mine`; '' for none. */
  readonly who: string
}

export interface ListedIssue extends RankedIssue, IssueCounts {
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
  const { range: asked, nowNs, tab, sort, offset, limit, who, ...filter } = query
  const range = ceilToDay(asked, nowNs)
  const { fromNs, toNs } = extendToWholeHours(asked)
  const states = await readIssueStates(store, { nowNs }, signal)
  const { of, merges } = states
  const ranking = await rankIssues(
    store,
    { ...filter, ...issuesByStatus(states, who), range, tab, sort, beforeNs: 2n * fromNs - toNs, nowNs, offset, limit },
    signal,
  )
  const named = { issues: ranking.issues.map(({ issue }) => issue), merges }
  const [counts, summaries] = await Promise.all([
    countIssues(store, { ...filter, ...named, range, buckets: chooseBuckets(asked), nowNs }, signal),
    listIssueTitles(store, named, signal),
  ])
  const issues = ranking.issues.map(ranked => {
    const counted = counts.get(ranked.issue) ?? NO_ISSUE_COUNTS
    const isNew = isNewIssue(nowNs, ranked.firstSeenNs)
    return {
      ...ranked,
      ...counted,
      state: of(ranked.issue),
      isNew,
      spike: isNew ? undefined : counted.spike,
      summary: summaries.get(ranked.issue),
    }
  })
  return { issues, counts: ranking.counts, merges }
}
