import type { SearchExpression } from '../../search/search.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import type { IssueState } from './derive-state.ts'
import { findIssues } from './find-issues.ts'
import { type Merges, mergeSqlParams } from './merges.ts'
import type { IssueStates } from './read-states.ts'
import { searchIssues } from './search-issues.ts'

export type IssueTab = 'open' | 'mine' | 'muted' | 'resolved' | 'all'

/** Filters of the issues list besides the tab. */
export interface IssueFilter extends ScopeFilter {
  /** Browser or server, by the service name; '' for both. */
  readonly side?: '' | 'browser' | 'server'
  /** Route of the latest exception; '' for any. */
  readonly route?: string
  /** '' for any owner or none. */
  readonly owner?: string
  /** What one exception of the range must be; `undefined` matches all. */
  readonly search?: SearchExpression | undefined
}

/** Merges and statuses of issues. Issues not listed are open. */
export interface IssuesByStatus {
  readonly merges: Merges
  readonly muted: readonly string[]
  readonly resolved: readonly string[]
  readonly mine: readonly string[]
  /** Issues with an owner; `owners` has the names at the same positions. */
  readonly owned: readonly string[]
  readonly owners: readonly string[]
}

export interface IssueListConditions extends IssueFilter, IssuesByStatus {
  readonly range: TimeRange
  readonly tab: IssueTab
}

/** @param who The owner of the issues in `mine`; '' for nobody. */
export function issuesByStatus({ issues, merges }: IssueStates, who: string): IssuesByStatus {
  const those = (wanted: (state: IssueState) => boolean) =>
    [...issues].flatMap(([issue, state]) => (wanted(state) ? [issue] : []))
  const owned = those(({ owner }) => owner !== '')
  return {
    merges,
    muted: those(({ status }) => status === 'muted'),
    resolved: those(({ status }) => status === 'resolved'),
    mine: who === '' ? [] : those(({ owner }) => owner === who),
    owned,
    owners: owned.map(issue => issues.get(issue)?.owner ?? ''),
  }
}

/**
 * Parameters shared by all queries of issue lists, so that they select the same issues.
 *
 * @throws {StoreError} Any kind.
 */
export async function issueListSqlParams(store: Store, filter: IssueListConditions, signal?: AbortSignal) {
  const { range, merges, muted, resolved, mine, owned, owners, tab, side = '', route = '', owner = '', search } = filter
  const scope = scopeFilterParams(filter)
  const { from: fromNs, to: toNs } = range
  const [ofRoute, matching] = await Promise.all([
    route === '' ? undefined : findIssues(store, { merges, route, fromNs }, signal),
    search && searchIssues(store, { search, fromNs, toNs, scope, side, merges, owned, owners }, signal),
  ])
  return {
    fromNs,
    toNs,
    ...scope,
    ...mergeSqlParams(merges),
    muted,
    resolved,
    mine,
    tab,
    side,
    owner,
    ofOwner: owner === '' ? [] : owned.filter((_, index) => owners[index] === owner),
    found: ofRoute === undefined && matching === undefined ? 0 : 1,
    named: intersectIssues(ofRoute, matching),
  }
}

/** Issues that are in both lists; `undefined` is every issue. */
function intersectIssues(one: readonly string[] | undefined, other: readonly string[] | undefined): readonly string[] {
  if (one === undefined || other === undefined) return one ?? other ?? []
  const others = new Set(other)
  return one.filter(issue => others.has(issue))
}
