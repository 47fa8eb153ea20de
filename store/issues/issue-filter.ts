import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import { wholeHours } from '../issue-counts/hours.ts'
import type { IssueState } from '../issue-events/derive-state.ts'
import { type Merges, mergeParams } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import { findIssues } from './find-issues.ts'
import type { States } from './read-states.ts'

export type Tab = 'open' | 'mine' | 'muted' | 'resolved' | 'all'

/** Which issues are looked at, besides of which tab. */
export interface IssueListFilter extends ScopeFilter {
  /** Of a browser or of a server, by the name of the service; '' for both. */
  readonly side?: '' | 'browser' | 'server'
  /** Of their latest exception; '' for every one. */
  readonly route?: string
  /** '' for everybody's and nobody's. */
  readonly owner?: string
  /** Found anywhere in the type or message that an issue is called by, in any case; '' is in all. */
  readonly text?: string
}

/** Which issues count as others, and how they stand: all that are not named are open. */
export interface IssuesByStatus {
  readonly merges: Merges
  readonly muted: readonly string[]
  readonly resolved: readonly string[]
  readonly mine: readonly string[]
  /** Issues that have an owner, and whose they are, one by one. */
  readonly owned: readonly string[]
  readonly owners: readonly string[]
}

export interface IssueFilter extends IssueListFilter, IssuesByStatus {
  /** Whole hours that hold it are looked at. */
  readonly range: TimeRange
  readonly tab: Tab
}

/** @param who whose issues `mine` are; '' for nobody's */
export function issuesByStatus({ issues, merges }: States, who: string): IssuesByStatus {
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
 * The parameters by which queries about lists of issues agree on what is in them.
 *
 * @throws {StoreError} Any kind.
 */
export async function filterParams(store: Store, filter: IssueFilter, signal?: AbortSignal) {
  const {
    range,
    merges,
    muted,
    resolved,
    mine,
    owned,
    owners,
    tab,
    side = '',
    route = '',
    owner = '',
    text = '',
  } = filter
  const found = route !== '' || text !== ''
  return {
    ...wholeHours(range),
    ...scopeFilterParams(filter),
    ...mergeParams(merges),
    muted,
    resolved,
    mine,
    tab,
    side,
    owner,
    ofOwner: owner === '' ? [] : owned.filter((_, index) => owners[index] === owner),
    found: found ? 1 : 0,
    named: found ? await findIssues(store, { merges, route, text }, signal) : [],
  }
}
