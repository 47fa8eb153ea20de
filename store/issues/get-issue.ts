import { endAt, previousPeriod, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import { chooseBuckets, countIssues, type IssueCounts, NO_ISSUE_COUNTS, type Spike } from './count-issues.ts'
import { type IssueState, isNewIssue, isReleaseWithFix, type SeenRelease } from './derive-state.ts'
import type { LoggedIssueEvent } from './list-issue-events.ts'
import { type IssueException, listIssueExceptions } from './list-issue-exceptions.ts'
import { type IssueTitleAndReleases, listIssueTitles } from './list-issue-titles.ts'
import { listReleaseOrder } from './list-release-order.ts'
import { findMergeTarget, type Merges, mergedIssueIds, rulesMergedInto } from './merges.ts'
import { deriveStatesFromEvents, readIssueEvents } from './read-states.ts'

/** Everything that an issue page shows. */
export interface Issue {
  readonly issue: string
  /** Issues that were merged into it manually. */
  readonly merged: readonly string[]
  /** The rules that merged issues into it, each with how many. */
  readonly byRules: ReturnType<typeof rulesMergedInto>
  /** Merges and grouping rules, for further queries. */
  readonly merges: Merges
  readonly state: IssueState
  /** undefined if its exceptions have expired. */
  readonly summary: IssueTitleAndReleases | undefined
  readonly firstSeenNs: Ns
  readonly lastSeenNs: Ns
  /** Counts for the range, for the previous period, and of all time. */
  readonly counts: IssueCounts
  /** See {@link isNewIssue}. */
  readonly isNew: boolean
  /** Set if it is escalating; never for a new issue. */
  readonly spike: Spike | undefined
  /** By first time. `isOlder`: seen since it was resolved, but in a release without the fix. */
  readonly releases: readonly (SeenRelease & { readonly isOlder: boolean })[]
  /** Releases of its services, in order. */
  readonly order: readonly SeenRelease[]
  /** The newest in the range, at most {@link MAX_OCCURRENCES_READ}. */
  readonly occurrences: readonly IssueException[]
  readonly history: readonly LoggedIssueEvent[]
}

/**
 * Reads an issue.
 *
 * @returns undefined if there is none; `{ mergedInto }` if it was merged into another.
 * @throws {StoreError} Any kind.
 */
export async function getIssue(
  store: Store,
  { issue, range, nowNs, ...filter }: ScopeFilter & { issue: string; range: TimeRange; nowNs: Ns },
  signal?: AbortSignal,
): Promise<Issue | { readonly mergedInto: string } | undefined> {
  const { issueEvents, history, merges } = await readIssueEvents(store, { historyOf: issue }, signal)
  const target = findMergeTarget(issue, merges)
  if (target !== issue) return { mergedInto: target }
  const named = { issues: [issue], merges }
  const { service, environment, release } = scopeFilterParams(filter)
  const known = {
    summaries: listIssueTitles(store, named, signal),
    order: listReleaseOrder(store, named, signal),
  }
  const parts = {
    range,
    before: previousPeriod(range, nowNs),
    withReleases: true,
    withAll: true,
    stepNs: chooseBuckets(endAt(range, nowNs)).stepNs,
    nowNs,
  }
  const [{ of }, summaries, order, counts, occurrences] = await Promise.all([
    deriveStatesFromEvents(
      store,
      { issueEvents: new Map([...issueEvents].filter(([one]) => one === issue)), merges, nowNs, known },
      signal,
    ),
    known.summaries,
    known.order,
    countIssues(store, { ...filter, ...named, ...parts }, signal),
    listIssueExceptions(
      store,
      { issue, merges, range, limit: MAX_OCCURRENCES_READ, service, environment, release },
      signal,
    ),
  ])
  const summary = summaries.get(issue)
  const seen = summary?.releases ?? []
  const [first] = seen
  if (first === undefined) return undefined
  const state = of(issue)
  const counted = counts.get(issue)
  const isNew = isNewIssue(nowNs, first.firstSeenNs)
  const { resolved } = state
  const isOlder = (one: SeenRelease) =>
    resolved !== undefined &&
    one.lastSeenNs > resolved.event.atNs &&
    !isReleaseWithFix(resolved.rule, resolved.event.atNs, { of: one, order })
  return {
    issue,
    merged: mergedIssueIds(issue, merges).filter(one => !merges.byRule.has(one)),
    merges,
    byRules: rulesMergedInto(issue, merges),
    state,
    summary,
    firstSeenNs: first.firstSeenNs,
    lastSeenNs: seen.map(one => one.lastSeenNs).toSorted(descending)[0] ?? first.lastSeenNs,
    counts: counted ?? NO_ISSUE_COUNTS,
    isNew,
    spike: isNew ? undefined : counted?.spike,
    releases: seen.map(one => ({ ...one, isOlder: isOlder(one) })),
    order,
    occurrences,
    history,
  }
}

/** Maximum number of exceptions of an issue that its page reads. */
export const MAX_OCCURRENCES_READ = 100

/** The services in which it was seen. */
export const listSeenServices = (seen: readonly SeenRelease[]) => [...new Set(seen.map(one => one.service))]

const descending = (one: Ns, other: Ns) => (one > other ? -1 : one < other ? 1 : 0)
