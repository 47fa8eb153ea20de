import { listFirstActivity } from '../../../store/alerts/list-first-activity.ts'
import { listHoursSince } from '../../../store/alerts/list-hours-since.ts'
import { listResolvesAndMutes, type ResolveOrMute } from '../../../store/alerts/list-resolves-and-mutes.ts'
import { isReleaseWithFix } from '../../../store/issues/derive-state.ts'
import { listReleaseOrder } from '../../../store/issues/list-release-order.ts'
import type { IssueStates } from '../../../store/issues/read-states.ts'
import { readMuteRule, readResolveRule } from '../../../store/issues/rules.ts'
import type { Store } from '../../../store/store.ts'
import { HOUR_MS } from '../../../store/time-units.ts'
import { type Ns, nsOfMs } from '../../../store/units.ts'

/** An issue that was resolved or muted, and came back. */
export interface Return {
  readonly issue: string
  readonly change: 'regressed' | 'unmuted'
  /** Id of the resolve or the mute. */
  readonly cause: string
  /** When it came back. */
  readonly atNs: Ns
  /** When somebody resolved or muted it again, or ended that. */
  readonly untilNs: Ns | undefined
  /** Where it regressed; of a mute that ended, everywhere. */
  readonly service: string
  readonly environment: string
  readonly release: string
}

/** A time in which an issue was resolved or muted. */
export interface Rest {
  readonly issue: string
  readonly fromNs: Ns
  readonly toNs: Ns | undefined
}

interface ReturnsQuery {
  readonly states: IssueStates
  /** Earlier resolves and mutes are read only if they are in force. */
  readonly sinceNs: Ns
  /** The time of the last slot, for which the states are. */
  readonly nowNs: Ns
}

/**
 * Reads which issues came back, and when: of what people said since a time all, of earlier words those that hold now and whose end the
 * states tell. Several places where one regressed are several returns with one cause.
 *
 * @returns Returns by time, and the times of rest in any order.
 * @throws {StoreError} Any kind.
 */
export async function readReturns(
  store: Store,
  { states, sinceNs, nowNs }: ReturnsQuery,
  signal?: AbortSignal,
): Promise<{ readonly returns: readonly Return[]; readonly rests: readonly Rest[] }> {
  const { merges } = states
  const merged = new Set(merges.from)
  const statements = await listResolvesAndMutes(store, { sinceNs }, signal)
  const spoken = [...Map.groupBy(statements, ({ issue }) => issue).values()]
    .flatMap(of => of.map((statement, at) => ({ ...statement, untilNs: of[at + 1]?.atNs })))
    .filter(({ issue, value, atNs }) => value !== '' && !merged.has(issue) && atNs <= nowNs)
  const mayHaveEnded = (statement: Statement) => {
    if (statement.atNs >= sinceNs || statement.untilNs !== undefined) return true
    const state = states.of(statement.issue)
    return statement.what === 'resolved' ? state.resolved?.regressed !== undefined : state.muted?.ended === true
  }
  const asked = spoken.filter(mayHaveEnded)
  const resolved = asked.filter(({ what }) => what === 'resolved').map(of => ({ ...of, sinceNs: of.atNs }))
  const counting = asked
    .filter(({ what, value }) => what === 'muted' && !value.startsWith('time '))
    .map(of => ({ ...of, sinceNs: of.atNs }))
  const [activity, order, hours] = await Promise.all([
    listFirstActivity(store, { asked: resolved, merges }, signal),
    listReleaseOrder(store, { issues: [...new Set(resolved.map(({ issue }) => issue))], merges }, signal),
    listHoursSince(store, { asked: counting, merges }, signal),
  ])
  const regressed = activity.flatMap(({ position, firstNs, ...place }): Return[] => {
    const statement = resolved[position]
    const rule = statement && readResolveRule(statement.value)
    if (statement === undefined || rule === undefined || !isBefore(firstNs, statement.untilNs)) return []
    if (!isReleaseWithFix(rule, statement.atNs, { of: place, order })) return []
    return [{ ...returnOf(statement), change: 'regressed', atNs: firstNs, ...place }]
  })
  const byCount = new Map(hours.map(({ position, ...of }) => [counting[position]?.id ?? '', of]))
  const unmuted = asked
    .filter(({ what }) => what === 'muted')
    .flatMap((statement): Return[] => {
      const rule = readMuteRule(statement.value)
      if (rule === undefined) return []
      const atNs = rule.until === 'time' ? rule.atNs : endOfCount(byCount.get(statement.id), rule, nowNs)
      if (atNs === undefined || atNs > nowNs || !isBefore(atNs, statement.untilNs)) return []
      return [{ ...returnOf(statement), change: 'unmuted', atNs, ...EVERYWHERE }]
    })
  const returns = [...regressed, ...unmuted].toSorted((a, b) => Number(a.atNs - b.atNs))
  const firstOf = new Map(returns.toReversed().map(({ cause, atNs }) => [cause, atNs]))
  const rests = spoken.map(({ issue, id, atNs, untilNs }) => ({
    issue,
    fromNs: atNs,
    toNs: firstOf.get(id) ?? untilNs,
  }))
  return { returns, rests }
}

type Statement = ResolveOrMute & { readonly untilNs: Ns | undefined }

const returnOf = ({ issue, id, untilNs }: Statement) => ({ issue, cause: id, untilNs })
const EVERYWHERE = { service: '', environment: '', release: '' }
const isBefore = (atNs: Ns, endNs: Ns | undefined) => endNs === undefined || atNs < endNs

interface Hours {
  readonly hours: readonly number[]
  readonly exceptions: readonly number[]
  readonly sessions: readonly number[]
}

/** The end of the hour in which a mute by number ended, or now; `undefined` if it goes on. */
function endOfCount(
  counted: Hours | undefined,
  rule: { readonly until: 'events' | 'sessions' | 'rate'; readonly count: number },
  nowNs: Ns,
): Ns | undefined {
  if (counted === undefined) return undefined
  let exceptions = 0
  const at = counted.hours.findIndex((_, i) => {
    exceptions += counted.exceptions[i] ?? 0
    const reached = { events: exceptions, sessions: counted.sessions[i] ?? 0, rate: counted.exceptions[i] ?? 0 }
    return reached[rule.until] >= rule.count
  })
  const hour = counted.hours[at]
  if (hour === undefined) return undefined
  const endNs = nsOfMs(hour * 1_000 + HOUR_MS)
  return endNs < nowNs ? endNs : nowNs
}
