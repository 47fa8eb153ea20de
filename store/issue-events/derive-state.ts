import type { Ns } from '../units.ts'
import { type MuteRule, type ResolveRule, readMuteRule, readResolveRule } from './rules.ts'

/** What can be said of an issue. Of each the last one holds; notes all stand. A rule is said of the issue that it makes. */
export type IssueEventType = 'acknowledged' | 'owner' | 'note' | 'muted' | 'resolved' | 'merged' | 'rule' | 'undo'

/** Something that somebody said of an issue; `''` as its value takes back what was said before. */
export interface IssueEvent {
  readonly what: IssueEventType
  readonly value: string
  readonly who: string
  readonly atNs: Ns
  /** One for all that was said by one click. */
  readonly batch: string
}

/** What was said first comes first; of what was said at once, the least issue. */
export const inOrder = (one: SaidOf, other: SaidOf) =>
  one.atNs < other.atNs || (one.atNs === other.atNs && one.issue < other.issue) ? -1 : 1

type SaidOf = Pick<IssueEvent, 'atNs'> & { readonly issue: string }

/** What came of an issue since it was muted. */
export interface EventsSince {
  readonly events: number
  readonly sessions: number
  /** Events of the hour, by the clock, that had most. */
  readonly maxPerHour: number
}

/** A release in which an issue was seen, or that was seen at all. `release` is `''` where the sender named none. */
export interface ReleaseSeen {
  readonly service: string
  readonly release: string
  readonly firstSeenNs: Ns
  readonly lastSeenNs: Ns
}

export interface IssueState {
  /** Resolved and muted issues are out of sight until an event, or time, brings them back. */
  readonly status: 'open' | 'muted' | 'resolved'
  readonly owner: string
  readonly acknowledged: IssueEvent | undefined
  /** The last word of muting, also where the issue has woken since. */
  readonly muted:
    | {
        readonly rule: MuteRule
        readonly event: IssueEvent
        readonly ended: boolean
        readonly since: EventsSince | undefined
      }
    | undefined
  /** The last word of resolving, and what proves that it came back. */
  readonly resolved:
    | { readonly rule: ResolveRule; readonly event: IssueEvent; readonly regressed: ReleaseSeen | undefined }
    | undefined
}

/** What is known of an issue: what was last said of each matter, what came since, where it was seen, and the releases of its services. */
export interface StateInput {
  readonly issueEvents: readonly IssueEvent[]
  readonly since: EventsSince | undefined
  readonly seen: readonly ReleaseSeen[]
  readonly order: readonly ReleaseSeen[]
}

export const NO_STATE: IssueState = {
  status: 'open',
  owner: '',
  acknowledged: undefined,
  muted: undefined,
  resolved: undefined,
}

/** Whether somebody has taken on an issue that is in sight: its owner, or who acknowledged it. */
export const isWorkedOn = ({ status, owner, acknowledged }: IssueState) =>
  status === 'open' && (owner !== '' || acknowledged !== undefined)

/** Works out how an issue stands at a moment. What wakes it or brings it back is never stored: it is read off what came. */
export function deriveState({ issueEvents, since, seen, order }: StateInput, nowNs: Ns): IssueState {
  const last = (what: IssueEventType) => issueEvents.find(of => of.what === what && of.value !== '')
  const [muting, resolving] = [last('muted'), last('resolved')]
  const muteRule = muting && readMuteRule(muting.value)
  const resolveRule = resolving && readResolveRule(resolving.value)
  const muted = muting &&
    muteRule && { rule: muteRule, event: muting, ended: hasMuteEnded(muteRule, since, nowNs), since }
  const resolved = resolving &&
    resolveRule && {
      rule: resolveRule,
      event: resolving,
      regressed: regressionOf(resolveRule, resolving.atNs, { seen, order }),
    }
  return {
    status: statusOf(muted, resolved),
    owner: last('owner')?.value ?? '',
    acknowledged: last('acknowledged'),
    muted,
    resolved,
  }
}

const DAY_NS = 86_400_000_000_000n

/** New is what nobody saw before the last 24 hours. */
export const isNewAt = (nowNs: Ns, firstSeenNs: Ns) => nowNs - firstSeenNs < DAY_NS

/** Of both words the later one counts. */
function statusOf(muted: IssueState['muted'], resolved: IssueState['resolved']): IssueState['status'] {
  if (resolved !== undefined && (muted === undefined || resolved.event.atNs >= muted.event.atNs)) {
    return resolved.regressed === undefined ? 'resolved' : 'open'
  }
  return muted !== undefined && !muted.ended ? 'muted' : 'open'
}

function hasMuteEnded(rule: MuteRule, since: EventsSince | undefined, nowNs: Ns): boolean {
  if (rule.until === 'time') return nowNs >= rule.atNs
  if (since === undefined) return false
  const came = { events: since.events, sessions: since.sessions, rate: since.maxPerHour }[rule.until]
  return came >= rule.count
}

/** The newest release that shows an issue to be back: seen after the word, and not older than the fix. */
function regressionOf(
  rule: ResolveRule,
  resolvedAtNs: Ns,
  { seen, order }: Pick<StateInput, 'seen' | 'order'>,
): ReleaseSeen | undefined {
  return seen
    .filter(of => of.lastSeenNs > resolvedAtNs && isFixedIn(rule, resolvedAtNs, { of, order }))
    .reduce<ReleaseSeen | undefined>(
      (latest, of) => (latest === undefined || comesAfter(of, latest) ? of : latest),
      undefined,
    )
}

const comesAfter = (one: ReleaseSeen, other: ReleaseSeen) =>
  one.lastSeenNs > other.lastSeenNs ||
  (one.lastSeenNs === other.lastSeenNs && `${one.service} ${one.release}` > `${other.service} ${other.release}`)

/**
 * Whether a release is to have the fix. An event of an older one proves nothing: tabs stay open for days. Releases come in the order in
 * which they were first seen, each service's its own.
 */
export function isFixedIn(
  rule: ResolveRule,
  resolvedAtNs: Ns,
  { of, order }: { of: Pick<ReleaseSeen, 'service' | 'release'>; order: readonly ReleaseSeen[] },
): boolean {
  const releases = order.filter(({ service, release }) => service === of.service && release !== '')
  const firstSeenNs = (release: string) => releases.find(one => one.release === release)?.firstSeenNs
  const times = releases.map(one => one.firstSeenNs)
  const ownNs = of.release === '' ? undefined : firstSeenNs(of.release)
  if (rule.in === 'now') {
    const before = times.filter(ns => ns <= resolvedAtNs)
    // Who names no release is told by time alone.
    return ownNs === undefined || before.every(ns => ns <= ownNs)
  }
  const fixNs = rule.in === 'release' ? firstSeenNs(rule.release) : leastOf(times.filter(ns => ns > resolvedAtNs))
  return fixNs !== undefined && ownNs !== undefined && ownNs >= fixNs
}

const leastOf = (times: readonly Ns[]) =>
  times.reduce<Ns | undefined>((least, ns) => (least === undefined || ns < least ? ns : least), undefined)
