import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import { countSince } from './count-since.ts'
import {
  DEFAULT_ISSUE_STATE,
  deriveIssueState,
  type IssueEvent,
  type IssueState,
  type SeenRelease,
} from './derive-state.ts'
import { listActiveRules } from './grouping-rule.ts'
import { type IssueEventLog, listIssueEvents } from './list-issue-events.ts'
import { type IssueTitleAndReleases, listIssueTitles } from './list-issue-titles.ts'
import { listReleaseOrder } from './list-release-order.ts'
import { listRuledIssues } from './list-ruled-issues.ts'
import { deriveMerges, type Merges } from './merges.ts'

/** The states of issues at a time. */
export interface IssueStates {
  /** An issue without events has the default state. */
  of(issue: string): IssueState
  /** Issues with events, without merged ones. */
  readonly issues: ReadonlyMap<string, IssueState>
  readonly merges: Merges
}

/** The events of issues, and the resulting merges. */
export interface IssueEventsAndMerges extends IssueEventLog {
  readonly merges: Merges
}

/**
 * Reads the states of issues: their events, and exceptions since for those that are muted or resolved.
 *
 * @throws {StoreError} Any kind.
 */
export async function readIssueStates(
  store: Store,
  { nowNs }: { nowNs: Ns },
  signal?: AbortSignal,
): Promise<IssueStates> {
  return deriveStatesFromEvents(store, { ...(await readIssueEvents(store, {}, signal)), nowNs }, signal)
}

/**
 * Reads the events of issues.
 *
 * @param options.historyOf Also reads the history of this issue.
 * @throws {StoreError} Any kind.
 */
export async function readIssueEvents(
  store: Store,
  options: { historyOf?: string },
  signal?: AbortSignal,
): Promise<IssueEventsAndMerges> {
  const statements = await listIssueEvents(store, options, signal)
  const { issueEvents } = statements
  return {
    ...statements,
    merges: deriveMerges(issueEvents, await listRuledIssues(store, { rules: listActiveRules(issueEvents) }, signal)),
  }
}

/**
 * Derives the states of issues from events that are already known.
 *
 * @throws {StoreError} Any kind.
 */
export async function deriveStatesFromEvents(
  store: Store,
  {
    issueEvents,
    merges,
    nowNs,
    known,
  }: Omit<IssueEventsAndMerges, 'history'> & { nowNs: Ns; known?: QueriedIssueData },
  signal?: AbortSignal,
): Promise<IssueStates> {
  const merged = new Set(merges.from)
  const own = [...issueEvents].filter(([issue]) => !merged.has(issue))
  const saying = (what: IssueEvent['what']) =>
    own.flatMap(([issue, events]) => {
      const event = events.find(of => of.what === what && of.value !== '')
      return event === undefined ? [] : [[issue, event] as const]
    })
  const counting = saying('muted').filter(([, { value }]) => !value.startsWith('time '))
  const resolved = saying('resolved').map(([issue]) => issue)
  const [since, summaries, order] = await Promise.all([
    countSince(store, { since: new Map(counting.map(([issue, { atNs }]) => [issue, atNs])), merges }, signal),
    known?.summaries ?? listIssueTitles(store, { issues: resolved, merges }, signal),
    known?.order ?? listReleaseOrder(store, { issues: resolved, merges }, signal),
  ])
  const issues = new Map(
    own.map(([issue, events]) => {
      const seen = summaries.get(issue)?.releases ?? []
      return [issue, deriveIssueState({ issueEvents: events, since: since.get(issue), seen, order }, nowNs)]
    }),
  )
  return { of: issue => issues.get(issue) ?? DEFAULT_ISSUE_STATE, issues, merges }
}

/** What the caller has already queried. */
interface QueriedIssueData {
  readonly summaries: Promise<ReadonlyMap<string, IssueTitleAndReleases>>
  readonly order: Promise<readonly SeenRelease[]>
}
