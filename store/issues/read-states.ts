import { countSince } from '../issue-counts/count-since.ts'
import { listIssueReleases } from '../issue-counts/list-issue-releases.ts'
import { listReleaseOrder } from '../issue-counts/list-release-order.ts'
import {
  deriveState,
  type IssueState,
  NOTHING_SAID,
  type ReleaseSeen,
  type Said,
} from '../issue-events/derive-state.ts'
import { fitParameter } from '../issue-events/fit-parameter.ts'
import { heldRules } from '../issue-events/grouping-rule.ts'
import { listRuledIssues } from '../issue-events/list-ruled-issues.ts'
import { listStatements } from '../issue-events/list-statements.ts'
import { type Merges, mergesOf } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'

/** How issues stand at a moment. */
export interface States {
  /** Of an issue that nobody said anything of, nothing. */
  of(issue: string): IssueState
  /** Those that something was said of, apart from the merged. */
  readonly issues: ReadonlyMap<string, IssueState>
  readonly merges: Merges
}

/** What was said of issues, and what counts as which by it. */
export interface SaidOfIssues {
  readonly said: ReadonlyMap<string, readonly Said[]>
  readonly merges: Merges
}

/**
 * Reads how issues stand: what was said of them, and what came since of those that are muted or resolved.
 *
 * @throws {StoreError} Any kind.
 */
export async function readStates(store: Store, { nowNs }: { nowNs: Ns }, signal?: AbortSignal): Promise<States> {
  return statesOf(store, { ...(await readSaid(store, signal)), nowNs }, signal)
}

/**
 * Reads what was said of issues.
 *
 * @throws {StoreError} Any kind.
 */
export async function readSaid(store: Store, signal?: AbortSignal): Promise<SaidOfIssues> {
  const said = await listStatements(store, {}, signal)
  return { said, merges: mergesOf(said, await listRuledIssues(store, { rules: heldRules(said) }, signal)) }
}

/**
 * Reads how issues stand of which it is known what was said.
 *
 * @throws {StoreError} Any kind.
 */
export async function statesOf(
  store: Store,
  { said, merges, nowNs }: SaidOfIssues & { nowNs: Ns },
  signal?: AbortSignal,
): Promise<States> {
  const merged = new Set(merges.from)
  const own = newest([...said].filter(([issue]) => !merged.has(issue)))
  const saying = (what: Said['what']) =>
    own.flatMap(([issue, words]) => {
      const word = words.find(of => of.what === what && of.value !== '')
      return word === undefined ? [] : [[issue, word] as const]
    })
  const counting = saying('muted').filter(([, { value }]) => !value.startsWith('time '))
  const resolved = saying('resolved').map(([issue]) => issue)
  const [since, seen] = await Promise.all([
    countSince(store, { since: new Map(counting.map(([issue, { atNs }]) => [issue, atNs])), merges }, signal),
    listIssueReleases(store, { issues: resolved, merges }, signal),
  ])
  const services = [...new Set([...seen.values()].flat().map(({ service }) => service))]
  const order: readonly ReleaseSeen[] = await listReleaseOrder(store, { services }, signal)
  const issues = new Map(
    own.map(([issue, words]) => {
      const known = { said: words, since: since.get(issue), seen: seen.get(issue) ?? [], order }
      return [issue, deriveState(known, nowNs)]
    }),
  )
  return { of: issue => issues.get(issue) ?? NOTHING_SAID, issues, merges }
}

/** Those that something was said of last, as many as questions can name: of the others nothing is known, as if nobody had said a word. */
function newest(said: readonly (readonly [string, readonly Said[]])[]): (readonly [string, readonly Said[]])[] {
  const dated = said.map(one => ({ one, atNs: one[1].map(({ atNs }) => atNs).toSorted(newestFirst)[0] ?? 0n }))
  const inTurn = dated.toSorted((one, other) => newestFirst(one.atNs, other.atNs))
  return fitParameter(inTurn, ({ one }) => one[0]).map(({ one }) => one)
}

const newestFirst = (one: Ns, other: Ns) => (one > other ? -1 : one < other ? 1 : 0)
