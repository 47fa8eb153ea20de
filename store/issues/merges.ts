import type { IssueEvent } from './derive-state.ts'
import { type ActiveRule, listActiveRules } from './grouping-rule.ts'

/** Merged issues, manually or by a grouping rule. */
export interface Merges {
  /** Merged issues; `to` has their targets at the same positions. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** The rule that merged an issue; none for manual merges. */
  readonly byRule: ReadonlyMap<string, ActiveRule>
}

export const NO_MERGES: Merges = { from: [], to: [], byRule: new Map() }

/**
 * Derives merges from issue events. Merges are transitive; a cycle resolves to its least issue id. A manual merge takes precedence over a rule.
 *
 * @param ruleIssueByIssue For each issue that a rule matches, the issue of that rule.
 */
export function deriveMerges(
  issueEvents: ReadonlyMap<string, readonly IssueEvent[]>,
  ruleIssueByIssue: ReadonlyMap<string, string> = new Map(),
): Merges {
  const into = new Map<string, string>()
  for (const [issue, events] of issueEvents) {
    const target = events.find(({ what }) => what === 'merged')?.value ?? ''
    if (target !== '' && target !== issue) into.set(issue, target)
  }
  const rules = new Map(listActiveRules(issueEvents).map(rule => [rule.issue, rule]))
  const byRule = new Map<string, ActiveRule>()
  for (const [issue, ruleIssue] of ruleIssueByIssue) {
    const rule = rules.get(ruleIssue)
    if (rule === undefined || into.has(issue) || issue === ruleIssue) continue
    into.set(issue, ruleIssue)
    byRule.set(issue, rule)
  }
  const from = [...into.keys()].filter(issue => followMerges(issue, into) !== issue)
  return { from, to: from.map(issue => followMerges(issue, into)), byRule }
}

function followMerges(issue: string, into: ReadonlyMap<string, string>): string {
  const way = [issue]
  for (let next = into.get(issue); next !== undefined; next = into.get(next)) {
    if (way.includes(next)) return way.slice(way.indexOf(next)).toSorted()[0] ?? issue
    way.push(next)
  }
  return way.at(-1) ?? issue
}

/** Sent as parameters of every issue query. */
const MAX_MERGED = 2_000

/** True if so many more merges are allowed. */
export const hasRoomForMerges = ({ from }: Merges, added: number): boolean =>
  added === 0 || from.length + added <= MAX_MERGED

/** The issue that an issue was merged into, or itself. */
export function findMergeTarget(issue: string, { from, to }: Merges): string {
  return to[from.indexOf(issue)] ?? issue
}

/** The issues that were merged into an issue. */
export function mergedIssueIds(issue: string, { from, to }: Merges): string[] {
  return from.filter((_, i) => to[i] === issue)
}

/** The stored issues whose exceptions count for this one. */
export const sourceIssueIds = (issue: string, merges: Merges): string[] => [issue, ...mergedIssueIds(issue, merges)]

/** The rules that merged issues into this one, each with the number of issues. */
export function rulesMergedInto(
  issue: string,
  merges: Merges,
): { readonly rule: ActiveRule; readonly issues: number }[] {
  const rules = mergedIssueIds(issue, merges).flatMap(from => merges.byRule.get(from) ?? [])
  return [...Map.groupBy(rules, rule => rule)].map(([rule, all]) => ({ rule, issues: all.length }))
}

/** Parameters of a query for some issues: their ids, the ids to read, and their merge targets. */
export function issueIdParams(issues: readonly string[], merges: Merges) {
  const sources = Map.groupBy(merges.from.keys(), i => merges.to[i])
  const members = issues.flatMap(issue => [issue, ...(sources.get(issue) ?? []).map(i => merges.from[i] ?? '')])
  return { members, ...mergeSqlParams(merges) }
}

/** Parameters of every query that counts by issue. */
export const mergeSqlParams = ({ from, to }: Merges) => ({ mergedFrom: from, mergedTo: to })
