import { z } from 'zod'
import type { Store } from '../store.ts'
import { flag, int64, type Ns } from '../units.ts'
import { type GroupingRule, readRule } from './grouping-rule.ts'
import sql from './list-rules.sql?raw'

/** What was once said of a rule. */
export interface RuleVersion {
  /** The first is 1: told by the order of what was said, so two desks at once never make the same one. */
  readonly version: number
  /** undefined where it was ended. */
  readonly rule: GroupingRule | undefined
  readonly who: string
  readonly atNs: Ns
  /** The click that takes it back. */
  readonly batch: string
  readonly isUndone: boolean
}

/** Everything that was said of a rule. */
export interface RuleHistory {
  readonly issue: string
  readonly name: string
  /** The one that holds: the last that was not taken back; undefined where that ended it, or none is left. */
  readonly held: (RuleVersion & { readonly rule: GroupingRule }) | undefined
  /** The one that can be taken back; undefined where all were. */
  readonly last: RuleVersion | undefined
  /** Newest first. */
  readonly versions: readonly RuleVersion[]
}

/**
 * Lists every rule of grouping that ever held, with its versions.
 *
 * @returns By name.
 * @throws {StoreError} Any kind.
 */
export async function listRules(
  store: Store,
  _: Readonly<Record<never, never>>,
  signal?: AbortSignal,
): Promise<RuleHistory[]> {
  const rows = await store.query({ name: 'list-rules', sql, params: { limit: 10_000 }, decode: row.parse }, signal)
  return [...Map.groupBy(rows, ({ issue }) => issue)]
    .map(([issue, issueEvents]) => historyOf(issue, issueEvents))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function historyOf(issue: string, issueEvents: readonly z.infer<typeof row>[]): RuleHistory {
  const versions = issueEvents
    .map(({ value, who, atNs, batch, isUndone }, index) => ({
      version: index + 1,
      rule: readRule(value),
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
  isUndone: flag,
})
