import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import { countAffected } from './count-affected.ts'
import { countIssues, type IssueCounts } from './count-issues.ts'
import type { IssueEvent, IssueState } from './derive-state.ts'
import { type GroupingRule, groupingRuleIssueId, listActiveRules, serializeGroupingRule } from './grouping-rule.ts'
import { knownAffected } from './known-affected.ts'
import { type IssueTitleAndReleases, listIssueTitles } from './list-issue-titles.ts'
import { listRuledIssues } from './list-ruled-issues.ts'
import { deriveMerges, findMergeTarget } from './merges.ts'
import { deriveStatesFromEvents, readIssueEvents } from './read-states.ts'
import { MAX_ISSUES_OF_RULE } from './rules.ts'

/** What applying a rule would change. Events and sessions are counted in a range. */
export interface GroupingRulePreview {
  /** The issue of the rule, or the one into which that was merged. */
  readonly issue: string
  /** The rule's issue now and with the rule. */
  readonly own: CountsOfRule
  /** The other changed issues, at most 100, those with most events first. */
  readonly others: readonly IssueChangedByRule[]
  /** How many other issues change. */
  readonly changed: number
  /** How many stored issues it matches. */
  readonly takes: number
  /** Issues that match, but stay where they were merged manually. */
  readonly mergedByHand: readonly { readonly issue: string; readonly into: string }[]
  /** Why it cannot be applied: it matches all issues, or too many. */
  readonly refused: 'all' | 'many' | undefined
}

interface IssueCountsBeforeAndAfter {
  readonly events: number
  readonly sessions: number
  readonly eventsThen: number
  readonly sessionsThen: number
}

interface CountsOfRule extends IssueCountsBeforeAndAfter {
  /** Whether there may be more sessions with the rule: of an issue that it merges only traces name some. */
  readonly hasMoreSessionsThen: boolean
}

export interface IssueChangedByRule extends IssueCountsBeforeAndAfter {
  readonly issue: string
  /** Whether there may be more sessions now. */
  readonly hasMoreSessions: boolean
  readonly state: IssueState
  /** undefined if its exceptions have expired. */
  readonly summary: IssueTitleAndReleases | undefined
}

const MAX_SHOWN = 100
const RULE_MATCHING_EVERY_ISSUE = {
  rule: { name: '', type: '', service: '', route: '', words: '' },
  issue: '',
  batch: '',
}

/**
 * Previews a rule on the stored issues: which ones it would merge, and their states.
 *
 * @throws {StoreError} Any kind.
 */
export async function previewGroupingRule(
  store: Store,
  { rule, range, nowNs }: { rule: GroupingRule; range: TimeRange; nowNs: Ns },
  signal?: AbortSignal,
): Promise<GroupingRulePreview> {
  const made = groupingRuleIssueId(rule.name)
  const known = await readIssueEvents(store, {}, signal)
  const { issueEvents, merges } = known
  const events = (issueEvents.get(made) ?? []).filter(({ what }) => what !== 'rule')
  const applied: IssueEvent = { what: 'rule', value: serializeGroupingRule(rule), who: '', atNs: nowNs, batch: '' }
  const eventsThen = new Map(issueEvents).set(made, [...events, applied])
  const ruled = await listRuledIssues(
    store,
    { rules: [...listActiveRules(eventsThen), RULE_MATCHING_EVERY_ISSUE] },
    signal,
  )
  const then = deriveMerges(eventsThen, ruled)
  const to = findMergeTarget(made, then)
  const moved = [...new Set([...merges.from, ...then.from])].filter(
    issue => findMergeTarget(issue, merges) !== findMergeTarget(issue, then),
  )
  const changed = [...new Set(moved.flatMap(issue => [findMergeTarget(issue, merges), findMergeTarget(issue, then)]))]
  const issues = [...new Set([to, ...changed])]
  const [{ of }, before, after] = await Promise.all([
    deriveStatesFromEvents(store, { ...known, nowNs }, signal),
    countIssues(store, { issues, merges, range }, signal),
    countIssues(store, { issues, merges: then, range }, signal),
  ])
  const changeOf = (issue: string): IssueCountsBeforeAndAfter => ({
    events: before.get(issue)?.events ?? 0,
    sessions: before.get(issue)?.sessions ?? 0,
    eventsThen: after.get(issue)?.events ?? 0,
    sessionsThen: after.get(issue)?.sessions ?? 0,
  })
  const others = changed
    .filter(issue => issue !== to)
    .map(issue => ({ issue, ...changeOf(issue) }))
    .toSorted((one, other) => other.events - one.events)
  const shown = others.slice(0, MAX_SHOWN)
  const isUnnamed = (counts: Pick<IssueCounts, 'sessions'> | undefined) => counts !== undefined && counts.sessions === 0
  const [summaries, traced, tracedThen] = await Promise.all([
    listIssueTitles(store, { issues: shown.map(({ issue }) => issue), merges }, signal),
    countAffected(store, { issues: shown.flatMap(one => (isUnnamed(one) ? one.issue : [])), merges, range }, signal),
    countAffected(store, { issues: isUnnamed(after.get(to)) ? [to] : [], merges: then, range }, signal),
  ])
  const own = changeOf(to)
  const sessionsThen = knownAffected('sessions', own.sessionsThen, tracedThen.get(to))
  const isPartlyNamed = own.sessionsThen > 0 && others.some(one => one.sessions === 0 && one.eventsThen < one.events)
  const taken = [...ruled].filter(([, issue]) => issue === made).map(([issue]) => issue)
  return {
    issue: to,
    own: {
      ...own,
      sessionsThen: sessionsThen.count,
      hasMoreSessionsThen: isPartlyNamed || sessionsThen.hasMore,
    },
    others: shown.map(one => {
      const { count, hasMore } = knownAffected('sessions', one.sessions, traced.get(one.issue))
      const [state, summary] = [of(one.issue), summaries.get(one.issue)]
      return { ...one, sessions: count, hasMoreSessions: hasMore, state, summary }
    }),
    changed: others.length,
    takes: taken.length,
    mergedByHand: taken
      .filter(issue => merges.from.includes(issue) && !merges.byRule.has(issue))
      .map(issue => ({ issue, into: findMergeTarget(issue, merges) })),
    refused:
      taken.length > MAX_ISSUES_OF_RULE ? 'many' : taken.length > 1 && taken.length === ruled.size ? 'all' : undefined,
  }
}
