import { countIssuesOverTime, type SlotOfIssue } from '../issue-counts/count-issues-over-time.ts'
import { untilMidnight } from '../issue-counts/hours.ts'
import { type Growth, listGrowingIssues } from '../issue-counts/list-growing-issues.ts'
import { type IssueWords, listIssueWords } from '../issue-counts/list-issue-words.ts'
import { type IssueState, isNewAt } from '../issue-events/derive-state.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import { countIssues, type IssueCounts } from './count-issues.ts'
import { type IssueNarrowing, standingsOf, type Tab } from './issue-filter.ts'
import { type RankedIssue, type Ranking, rankIssues, type Sort } from './rank-issues.ts'
import { readStates } from './read-states.ts'

export interface IssueQuery extends IssueNarrowing {
  readonly range: TimeRange
  readonly nowNs: Ns
  readonly tab: Tab
  readonly sort: Sort
  readonly offset: number
  /** 1 to 500. */
  readonly limit: number
  /** Whose issues `mine` are; '' for nobody's. */
  readonly who: string
}

export interface ListedIssue extends RankedIssue, IssueCounts {
  readonly state: IssueState
  /** As {@link isNewAt}. */
  readonly isNew: boolean
  /** Where it comes much more often than usual. */
  readonly growth: Growth | undefined
  /** undefined where its exceptions have expired. */
  readonly words: IssueWords | undefined
  /** Slots in which it has exceptions. */
  readonly slots: readonly SlotOfIssue[]
}

/**
 * Lists the issues of a tab that have exceptions in a range, with how they stand, what they are called and how they came.
 *
 * @throws {StoreError} Any kind.
 */
export async function listIssues(
  store: Store,
  query: IssueQuery,
  signal?: AbortSignal,
): Promise<{ issues: ListedIssue[]; counts: Ranking['counts'] }> {
  const { range: asked, nowNs, tab, sort, offset, limit, who, ...narrowing } = query
  const range = untilMidnight(asked, nowNs)
  const states = await readStates(store, { nowNs }, signal)
  const { of, merges } = states
  const ranking = await rankIssues(
    store,
    { ...narrowing, ...standingsOf(states, who), range, tab, sort, offset, limit },
    signal,
  )
  const named = { issues: ranking.issues.map(({ issue }) => issue), merges }
  const [counts, words, slots, growing] = await Promise.all([
    countIssues(store, { ...narrowing, ...named, range }, signal),
    listIssueWords(store, named, signal),
    countIssuesOverTime(store, { ...narrowing, ...named, range: asked }, signal),
    listGrowingIssues(store, { ...named, nowNs }, signal),
  ])
  const issues = ranking.issues.map(ranked => ({
    ...ranked,
    ...(counts.get(ranked.issue) ?? { events: 0, sessions: 0, users: 0 }),
    state: of(ranked.issue),
    isNew: isNewAt(nowNs, ranked.firstSeenNs),
    growth: isNewAt(nowNs, ranked.firstSeenNs) ? undefined : growing.get(ranked.issue),
    words: words.get(ranked.issue),
    slots: slots.get(ranked.issue) ?? [],
  }))
  return { issues, counts: ranking.counts }
}
