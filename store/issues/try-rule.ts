import { z } from 'zod'
import { type IssueWords, listIssueWords } from '../issue-counts/list-issue-words.ts'
import { askByIssue } from '../issue-events/ask-by-issue.ts'
import type { IssueState, Said } from '../issue-events/derive-state.ts'
import { type GroupingRule, issueOfRule, writeRule } from '../issue-events/grouping-rule.ts'
import { type Merges, mergedInto, mergeParams, type Part, patternOf } from '../issue-events/merges.ts'
import { MOST_TAKEN } from '../issue-events/rules.ts'
import type { Store } from '../store.ts'
import { count, int64, type Ns, type TimeRange } from '../units.ts'
import { mergesSaid, readSaid, statesOf } from './read-states.ts'
import sql from './try-rule.sql?raw'

/** Rows that a trial looks at, newest first: an exception that came both as a log record and as a span event is two. */
export const MOST_LOOKED = 200_000

/** What a rule, were it applied, would do to what is stored. */
export interface TriedRule {
  /** The issue of the rule: another than it makes where somebody merged that. */
  readonly issue: string
  readonly looked: {
    readonly events: number
    readonly issues: number
    /** undefined where all of the range was. */
    readonly sinceNs: Ns | undefined
  }
  /** Exceptions that fit the rule. */
  readonly fitting: number
  /** What the issue of the rule has and would have. */
  readonly own: Changed
  /** The others that it changes, most first of what they have. */
  readonly others: readonly ChangedIssue[]
  /** Issues, as the store makes them, that it takes exceptions of in all that is stored. */
  readonly takes: number
  /** Of these the ones that somebody merged by hand: what fits the rule leaves where it was merged. */
  readonly mergedByHand: readonly { readonly issue: string; readonly into: string }[]
  /** Why it cannot be applied. */
  readonly refused: 'all' | 'many' | undefined
}

/** What an issue has now of what was looked at, and what it would have. */
interface Changed {
  readonly events: number
  readonly sessions: number
  readonly eventsThen: number
  readonly sessionsThen: number
}

export interface ChangedIssue extends Changed {
  readonly issue: string
  /** Exceptions that fit and stay in it: they were parted by hand, or an older rule has them. */
  readonly held: number
  readonly state: IssueState
  /** undefined where its exceptions have expired. */
  readonly words: IssueWords | undefined
}

/**
 * Tries a rule on what is stored: which issues would become one, which would be parted, and how they stand. Counts are of the newest rows of
 * the range, at most {@link MOST_LOOKED}; they are what a list of the same exceptions says when the rule is applied.
 *
 * @throws {StoreError} Any kind.
 */
export async function tryRule(
  store: Store,
  { rule, range, nowNs, looked = MOST_LOOKED }: { rule: GroupingRule; range: TimeRange; nowNs: Ns; looked?: number },
  signal?: AbortSignal,
): Promise<TriedRule> {
  const made = issueOfRule(rule.name)
  const known = await readSaid(store, signal)
  const { said, merges } = known
  const others = (said.get(made) ?? []).filter(({ what }) => what !== 'rule')
  const tried: Said = { what: 'rule', value: writeRule(rule), who: '', atNs: nowNs, batch: '' }
  const [{ of }, then] = await Promise.all([
    statesOf(store, { ...known, nowNs }, signal),
    mergesSaid(store, new Map(said).set(made, [...others, tried]), signal),
  ])
  const part = then.parts.find(({ issue }) => issue === made)
  const to = part?.to ?? made
  const asTried = mergeParams(then)
  const rows = await askByIssue(
    store,
    merges,
    {
      name: 'try-rule',
      sql,
      params: {
        ...mergeParams(merges),
        triedOf: asTried.partOf,
        triedIs: asTried.partIs,
        triedTo: asTried.partTo,
        fits: patternOf({ of: [], by: { by: 'rule', ...rule } }),
        to,
        fromNs: range.from,
        toNs: range.to,
        looked,
        limit: 10_000,
      },
      decode: row.parse,
    },
    signal,
  )
  const all = rows.find(({ issue }) => issue === '') ?? NOTHING
  const changed = rows.filter(({ issue }) => issue !== '' && issue !== to)
  const shown = changed.slice(0, 100).map(({ issue }) => issue)
  const words = await listIssueWords(store, { issues: shown, merges }, signal)
  return {
    issue: to,
    looked: {
      events: all.events,
      issues: all.issues,
      sinceNs: all.lookedRows < looked ? undefined : all.oldestNs,
    },
    fitting: all.fitting,
    own: rows.find(({ issue }) => issue === to) ?? NOTHING,
    others: changed
      .map(one => ({ ...one, state: of(one.issue), words: words.get(one.issue) }))
      .toSorted((one, other) => other.events - one.events),
    takes: part?.of.length ?? 0,
    mergedByHand: mergedByHand(part, merges),
    refused:
      (part?.of.length ?? 0) > MOST_TAKEN ? 'many' : all.issues > 1 && all.fitting >= all.events ? 'all' : undefined,
  }
}

const NOTHING = {
  events: 0,
  eventsThen: 0,
  held: 0,
  fitting: 0,
  sessions: 0,
  sessionsThen: 0,
  issues: 0,
  lookedRows: 0,
  oldestNs: 0n,
}

const mergedByHand = (part: Part | undefined, merges: Merges) =>
  (part?.of ?? [])
    .filter(issue => merges.from.includes(issue))
    .map(issue => ({ issue, into: mergedInto(issue, merges) }))

const row = z.object({
  issue: z.string(),
  events: count,
  eventsThen: count,
  held: count,
  fitting: count,
  sessions: count,
  sessionsThen: count,
  issues: count,
  lookedRows: count,
  oldestNs: int64,
})
