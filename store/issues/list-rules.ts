import { z } from 'zod'
import { nameAuthor } from '../accounts/name-author.ts'
import { booleanColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import { type GroupingRule, parseGroupingRule } from './grouping-rule.ts'
import sql from './list-rules.sql?raw'

/** A version of a rule. */
export interface GroupingRuleVersion {
  /** The first is 1. Derived from the order of events, so that two instances never create the same version. */
  readonly version: number
  /** undefined for the end of the rule. */
  readonly rule: GroupingRule | undefined
  readonly who: string
  readonly atNs: Ns
  /** The batch that undoes it. */
  readonly batch: string
  readonly isUndone: boolean
}

/** A rule with all of its versions. */
export interface GroupingRuleHistory {
  readonly issue: string
  readonly name: string
  /** The active version: the last one not undone; undefined if the rule was ended or fully undone. */
  readonly held: (GroupingRuleVersion & { readonly rule: GroupingRule }) | undefined
  /** The version that can be undone; undefined if all were. */
  readonly last: GroupingRuleVersion | undefined
  /** Newest first. */
  readonly versions: readonly GroupingRuleVersion[]
}

/**
 * Lists every grouping rule that was ever active, with its versions.
 *
 * @returns By name.
 * @throws {StoreError} Any kind.
 */
export async function listRules(
  store: Store,
  _: Readonly<Record<never, never>>,
  signal?: AbortSignal,
): Promise<GroupingRuleHistory[]> {
  const stored = await store.query({ name: 'list-rules', sql, params: { limit: 10_000 }, decode: row.parse }, signal)
  const rows = stored.map(event => ({ ...event, who: nameAuthor(store, event.who) }))
  return [...Map.groupBy(rows, ({ issue }) => issue)]
    .map(([issue, issueEvents]) => historyOf(issue, issueEvents))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function historyOf(issue: string, issueEvents: readonly z.infer<typeof row>[]): GroupingRuleHistory {
  const versions = issueEvents
    .map(({ value, who, atNs, batch, isUndone }, index) => ({
      version: index + 1,
      rule: parseGroupingRule(value),
      who,
      atNs,
      batch,
      isUndone,
    }))
    .toReversed()
  const last = versions.find(({ isUndone }) => !isUndone)
  const held = last?.rule && { ...last, rule: last.rule }
  const name = versions.find(({ rule }) => rule !== undefined)?.rule?.name ?? issue
  return { issue, name, held, last, versions }
}

const row = z.object({
  issue: z.string(),
  value: z.string(),
  who: z.string(),
  atNs: int64,
  batch: z.string(),
  isUndone: booleanColumn,
})
