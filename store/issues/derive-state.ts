import { DAY_NS } from '../time-units.ts'
import type { Ns } from '../units.ts'
import { orderReleases } from './order-releases.ts'
import { type MuteRule, type ResolveRule, readMuteRule, readResolveRule } from './rules.ts'

/** Types of issue events. The last event of each type counts; comments are all kept. A rule is an event of the issue that it creates. */
export type IssueEventType = 'acknowledged' | 'owner' | 'note' | 'muted' | 'resolved' | 'merged' | 'rule' | 'undo'

/** An action on an issue. The value `''` clears the one before. */
export interface IssueEvent {
  readonly what: IssueEventType
  readonly value: string
  readonly who: string
  readonly atNs: Ns
  /** Shared by all events of one action. */
  readonly batch: string
}

/** Oldest first; events of the same time by issue. */
export const compareIssueEventsByTime = (one: IssueEventOf, other: IssueEventOf) =>
  one.atNs < other.atNs || (one.atNs === other.atNs && one.issue < other.issue) ? -1 : 1

type IssueEventOf = Pick<IssueEvent, 'atNs'> & { readonly issue: string }

/** Events of an issue since it was muted. */
export interface EventsSinceMute {
  readonly events: number
  readonly sessions: number
  /** Events in the clock hour with most of them. */
  readonly maxPerHour: number
}

/** A release in which an issue, or anything, was seen. `release` is `''` if the sender did not set it. */
export interface SeenRelease {
  readonly service: string
  readonly release: string
  readonly firstSeenNs: Ns
  readonly lastSeenNs: Ns
}

export interface IssueState {
  /** Resolved and muted issues reopen by an event, or by time. */
  readonly status: 'open' | 'muted' | 'resolved'
  readonly owner: string
  readonly acknowledged: IssueEvent | undefined
  /** The last mute, also if it has ended. */
  readonly muted:
    | {
        readonly rule: MuteRule
        readonly event: IssueEvent
        readonly ended: boolean
        readonly since: EventsSinceMute | undefined
      }
    | undefined
  /** The last resolve, and the release in which the issue regressed. */
  readonly resolved:
    | { readonly rule: ResolveRule; readonly event: IssueEvent; readonly regressed: SeenRelease | undefined }
    | undefined
}

/** What the state of an issue is derived from: its last events, exceptions since, releases with it, and all releases of its services. */
export interface IssueStateInput {
  readonly issueEvents: readonly IssueEvent[]
  readonly since: EventsSinceMute | undefined
  readonly seen: readonly SeenRelease[]
  readonly order: readonly SeenRelease[]
}

export const DEFAULT_ISSUE_STATE: IssueState = {
  status: 'open',
  owner: '',
  acknowledged: undefined,
  muted: undefined,
  resolved: undefined,
}

/** Whether an open issue is assigned or acknowledged. */
export const isAssignedOrAcknowledged = ({ status, owner, acknowledged }: IssueState) =>
  status === 'open' && (owner !== '' || acknowledged !== undefined)

/** Derives the state of an issue at a time. That a mute ended or an issue regressed is never stored, but derived from its exceptions. */
export function deriveIssueState({ issueEvents, since, seen, order }: IssueStateInput, nowNs: Ns): IssueState {
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

/** New issues were first seen in the last 24 hours. */
export const isNewIssue = (nowNs: Ns, firstSeenNs: Ns) => nowNs - firstSeenNs < DAY_NS

/** The later of mute and resolve counts. */
function statusOf(muted: IssueState['muted'], resolved: IssueState['resolved']): IssueState['status'] {
  if (resolved !== undefined && (muted === undefined || resolved.event.atNs >= muted.event.atNs)) {
    return resolved.regressed === undefined ? 'resolved' : 'open'
  }
  return muted !== undefined && !muted.ended ? 'muted' : 'open'
}

function hasMuteEnded(rule: MuteRule, since: EventsSinceMute | undefined, nowNs: Ns): boolean {
  if (rule.until === 'time') return nowNs >= rule.atNs
  if (since === undefined) return false
  const came = { events: since.events, sessions: since.sessions, rate: since.maxPerHour }[rule.until]
  return came >= rule.count
}

/** The newest release in which a resolved issue regressed: seen after the resolve, and not older than the fix. */
function regressionOf(
  rule: ResolveRule,
  resolvedAtNs: Ns,
  { seen, order }: Pick<IssueStateInput, 'seen' | 'order'>,
): SeenRelease | undefined {
  return seen
    .filter(of => of.lastSeenNs > resolvedAtNs && isReleaseWithFix(rule, resolvedAtNs, { of, order }))
    .reduce<SeenRelease | undefined>(
      (latest, of) => (latest === undefined || comesAfter(of, latest) ? of : latest),
      undefined,
    )
}

const comesAfter = (one: SeenRelease, other: SeenRelease) =>
  one.lastSeenNs > other.lastSeenNs ||
  (one.lastSeenNs === other.lastSeenNs && `${one.service} ${one.release}` > `${other.service} ${other.release}`)

/**
 * Tells whether a release should have the fix. An event in an older release proves nothing: tabs stay open for days, and older lines get hotfixes.
 * Releases are ordered for each service separately.
 */
export function isReleaseWithFix(
  rule: ResolveRule,
  resolvedAtNs: Ns,
  { of, order }: { of: Pick<SeenRelease, 'service' | 'release'>; order: readonly SeenRelease[] },
): boolean {
  const known = releasesInOrder(order, of.service)
  const isKnown = rule.in !== 'release' || known.some(({ release }) => release === rule.release)
  const releases = isKnown
    ? known
    : orderReleases([...known, { service: of.service, release: rule.release, ...NEVER_SEEN }])
  const own = of.release === '' ? -1 : releases.findIndex(({ release }) => release === of.release)
  const newest = releases.findLastIndex(({ firstSeenNs }) => firstSeenNs <= resolvedAtNs)
  // Without release names only time counts.
  if (rule.in === 'now') return own === -1 || own >= newest
  const fix =
    rule.in === 'release'
      ? releases.findIndex(({ release }) => release === rule.release)
      : releases.findIndex(({ firstSeenNs }, at) => firstSeenNs > resolvedAtNs && at > newest)
  return fix !== -1 && own >= fix
}

/** The named releases of a service, oldest first. */
function releasesInOrder(order: readonly SeenRelease[], service: string): readonly SeenRelease[] {
  const byService =
    inOrder.get(order) ??
    new Map(
      [...Map.groupBy(order, of => of.service)].map(([of, releases]) => [
        of,
        orderReleases(releases.filter(({ release }) => release !== '')),
      ]),
    )
  inOrder.set(order, byService)
  return byService.get(service) ?? []
}

/** Thousands of issues share one list of releases. */
const inOrder = new WeakMap<readonly SeenRelease[], ReadonlyMap<string, readonly SeenRelease[]>>()

/** A release that the fix is in may not have been deployed yet. */
const NEVER_SEEN = { firstSeenNs: 2n ** 63n, lastSeenNs: 2n ** 63n }
