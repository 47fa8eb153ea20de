import { type Narrowing, narrowingParams } from '../comparison.ts'
import { countIssue, type IssueCounts } from '../issue-counts/count-issue.ts'
import { countIssuesOverTime, type SlotOfIssue } from '../issue-counts/count-issues-over-time.ts'
import { type Growth, listGrowingIssues } from '../issue-counts/list-growing-issues.ts'
import { listIssueReleases } from '../issue-counts/list-issue-releases.ts'
import { type IssueWords, listIssueWords } from '../issue-counts/list-issue-words.ts'
import { listReleaseCounts, type ReleaseCount } from '../issue-counts/list-release-counts.ts'
import { listReleaseOrder } from '../issue-counts/list-release-order.ts'
import { type IssueState, isFixedIn, isNewAt, type ReleaseSeen } from '../issue-events/derive-state.ts'
import { listIssueHistory, type Stated } from '../issue-events/list-issue-history.ts'
import { type Merges, mergedInto, mergedOf, rulesOf } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import { listIssueExceptions, type Occurrence } from './list-issue-exceptions.ts'
import { readSaid, statesOf } from './read-states.ts'

/** Everything that is known of an issue. */
export interface Issue {
  readonly issue: string
  /** Issues that were merged into it by hand. */
  readonly merged: readonly string[]
  /** The rules that merged issues into it, each with how many. */
  readonly byRules: ReturnType<typeof rulesOf>
  /** What was said of issues together, for further questions. */
  readonly merges: Merges
  readonly state: IssueState
  /** undefined where its exceptions have expired. */
  readonly words: IssueWords | undefined
  readonly firstSeenNs: Ns
  readonly lastSeenNs: Ns
  /** Of the range, in whole hours, and of as many before. */
  readonly counts: IssueCounts
  readonly slots: readonly SlotOfIssue[]
  /** As {@link isNewAt}. */
  readonly isNew: boolean
  readonly growth: Growth | undefined
  /** By first sight. `isOlder`: seen since it was resolved, of a release that does not have the fix. */
  readonly releases: readonly (ReleaseSeen & { readonly isOlder: boolean })[]
  /** Releases of its services in their order. */
  readonly order: readonly ReleaseSeen[]
  /** The newest of the range, at most 100. */
  readonly occurrences: readonly Occurrence[]
  /** Of the range, in whole hours, most first. */
  readonly releaseCounts: readonly ReleaseCount[]
  readonly history: readonly Stated[]
}

/**
 * Reads an issue.
 *
 * @returns undefined where there is none, and `{ mergedInto }` where it counts as another.
 * @throws {StoreError} Any kind.
 */
export async function getIssue(
  store: Store,
  { issue, range, nowNs, ...narrowing }: Narrowing & { issue: string; range: TimeRange; nowNs: Ns },
  signal?: AbortSignal,
): Promise<Issue | { readonly mergedInto: string } | undefined> {
  const { said, merges } = await readSaid(store, signal)
  const target = mergedInto(issue, merges)
  if (target !== issue) return { mergedInto: target }
  const merged = mergedOf(issue, merges)
  const named = { issues: [issue], merges }
  const { service, environment, release } = narrowingParams(narrowing)
  const saidOfIt = new Map([...said].filter(([one]) => one === issue))
  const seenIn = listIssueReleases(store, named, signal).then(releases => releases.get(issue) ?? [])
  const [{ of }, words, seen, order, counts, slots, growing, occurrences, history, releaseCounts] = await Promise.all([
    statesOf(store, { said: saidOfIt, merges, nowNs }, signal),
    listIssueWords(store, named, signal),
    seenIn,
    seenIn.then(seen => listReleaseOrder(store, { services: servicesOf(seen) }, signal)),
    countIssue(store, { ...narrowing, issue, merges, range }, signal),
    countIssuesOverTime(store, { ...narrowing, ...named, range: withBefore(range), mostSlots: CHART_SLOTS }, signal),
    listGrowingIssues(store, { ...named, nowNs }, signal),
    listIssueExceptions(store, { issue, merges, range, limit: 100, service, environment, release }, signal),
    listIssueHistory(store, { issues: [issue, ...merged], limit: 200 }, signal),
    listReleaseCounts(store, { ...narrowing, issue, merges, range }, signal),
  ])
  const [first] = seen
  if (first === undefined) return undefined
  const state = of(issue)
  const { resolved } = state
  const isOlder = (one: ReleaseSeen) =>
    resolved !== undefined &&
    one.lastSeenNs > resolved.said.atNs &&
    !isFixedIn(resolved.rule, resolved.said.atNs, { of: one, order })
  return {
    issue,
    merged: merged.filter(one => !merges.byRule.has(one)),
    merges,
    byRules: rulesOf(issue, merges),
    state,
    words: words.get(issue),
    firstSeenNs: first.firstSeenNs,
    lastSeenNs: seen.map(one => one.lastSeenNs).toSorted(descending)[0] ?? first.lastSeenNs,
    counts,
    slots: slots.get(issue) ?? [],
    isNew: isNewAt(nowNs, first.firstSeenNs),
    growth: isNewAt(nowNs, first.firstSeenNs) ? undefined : growing.get(issue),
    releases: seen.map(one => ({ ...one, isOlder: isOlder(one) })),
    order,
    occurrences,
    releaseCounts,
    history,
  }
}

/** Of a range and as long before. */
export const CHART_SLOTS = 120

/** The services that had it. */
export const servicesOf = (seen: readonly ReleaseSeen[]) => [...new Set(seen.map(one => one.service))]

const descending = (one: Ns, other: Ns) => (one > other ? -1 : one < other ? 1 : 0)

/** Slots of now and of before are laid out alike. */
const withBefore = ({ from, to }: TimeRange): TimeRange => ({ from: 2n * from - to, to })
