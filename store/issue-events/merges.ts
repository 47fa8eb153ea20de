import type { IssueEvent } from './derive-state.ts'
import { fitParameter, fitsParameter } from './fit-parameter.ts'
import { type ActiveRule, activeRules } from './grouping-rule.ts'

/** Which issues count as others: merged by hand, or by a grouping rule. */
export interface Merges {
  /** Issues that count as the ones in `to`, one by one. */
  readonly from: readonly string[]
  readonly to: readonly string[]
  /** The rule that merged an issue; none for those merged by hand. */
  readonly byRule: ReadonlyMap<string, ActiveRule>
}

export const NO_MERGES: Merges = { from: [], to: [], byRule: new Map() }

/**
 * Reads merges off the events of issues. An issue merged into one that was itself merged counts as where that went; of a cycle, the least
 * name is where all go. A merge by hand comes before a rule.
 *
 * @param ruled the issue that a rule makes, by each issue that the rule takes
 */
export function mergesOf(
  issueEvents: ReadonlyMap<string, readonly IssueEvent[]>,
  ruled: ReadonlyMap<string, string> = new Map(),
): Merges {
  const into = new Map<string, string>()
  for (const [issue, events] of issueEvents) {
    const target = events.find(({ what }) => what === 'merged')?.value ?? ''
    if (target !== '' && target !== issue) into.set(issue, target)
  }
  const rules = new Map(activeRules(issueEvents).map(rule => [rule.issue, rule]))
  const byRule = new Map<string, ActiveRule>()
  for (const [issue, made] of ruled) {
    const rule = rules.get(made)
    if (rule === undefined || into.has(issue) || issue === made) continue
    into.set(issue, made)
    byRule.set(issue, rule)
  }
  const moved = [...into.keys()].filter(issue => endOf(issue, into) !== issue)
  const from = fitParameter(moved, issue => [issue, endOf(issue, into)].toSorted(byLength).at(-1) ?? '')
  return { from, to: from.map(issue => endOf(issue, into)), byRule }
}

function endOf(issue: string, into: ReadonlyMap<string, string>): string {
  const way = [issue]
  for (let next = into.get(issue); next !== undefined; next = into.get(next)) {
    if (way.includes(next)) return way.slice(way.indexOf(next)).toSorted()[0] ?? issue
    way.push(next)
  }
  return way.at(-1) ?? issue
}

const byLength = (one: string, other: string) => one.length - other.length

/** They go with every query of issues. */
const MAX_MERGED = 2_000

/** Whether there is room for further merges beside those that hold. */
export function roomForMerges({ from, to }: Merges, added: readonly { issue: string; into: string }[]): boolean {
  const all = [
    [...from, ...added.map(({ issue }) => issue)] as const,
    [...to, ...added.map(({ into }) => into)] as const,
  ]
  return added.length === 0 || (from.length + added.length <= MAX_MERGED && all.every(fitsParameter))
}

/** Where an issue went: itself where it was not merged. */
export function mergedInto(issue: string, { from, to }: Merges): string {
  return to[from.indexOf(issue)] ?? issue
}

/** The issues that were merged into one. */
export function mergedOf(issue: string, { from, to }: Merges): string[] {
  return from.filter((_, i) => to[i] === issue)
}

/** The issues, as they are stored, whose exceptions count in this one. */
export const sourceIssueIds = (issue: string, merges: Merges): string[] => [issue, ...mergedOf(issue, merges)]

/** The rules that merged issues into this one, each with how many it merged. */
export function rulesOf(issue: string, merges: Merges): { readonly rule: ActiveRule; readonly issues: number }[] {
  const rules = mergedOf(issue, merges).flatMap(from => merges.byRule.get(from) ?? [])
  return [...Map.groupBy(rules, rule => rule)].map(([rule, all]) => ({ rule, issues: all.length }))
}

/** The parameters of a query of some issues: their names, what is read for them, and as what it counts. */
export function namedParams(issues: readonly string[], merges: Merges) {
  return { members: issues.flatMap(issue => sourceIssueIds(issue, merges)), ...mergeParams(merges) }
}

/** The parameters of every query that counts by issues. */
export const mergeParams = ({ from, to }: Merges) => ({ mergedFrom: from, mergedTo: to })
