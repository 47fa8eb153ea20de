import type { ReleaseDuration } from '../../../store/releases/list-release-durations.ts'
import type { ReleaseRequests } from '../../../store/releases/list-release-requests.ts'
import type { ReleaseSessions } from '../../../store/releases/list-release-sessions.ts'
import type { Release } from '../../../store/releases/list-releases.ts'
import { withoutBrowsers } from '../../../store/services/without-browsers.ts'
import type { Ns } from '../../../store/units.ts'
import { type Change, compareP95, type ShareOfTotal } from '../../insights/change.ts'

/** A release in all services that have it, with their previous releases. */
export interface MergedRelease {
  readonly release: string
  readonly firstSeenNs: bigint
  readonly lastSeenNs: bigint
  /** See `Release.beganNs`; of the first service. */
  readonly beganNs: bigint
  /** The release in each service, by service. */
  readonly byService: readonly Release[]
  /** Requests, each once: those that browsers send only where no service that answers them has the release. */
  readonly failed: ShareOfTotal
  readonly failedBefore: ShareOfTotal
  /** Recent requests, of those of all releases of its services. */
  readonly adoption: ShareOfTotal
  /** Environments with these, by name. */
  readonly runsIn: readonly string[]
  /** Sessions without a crash. */
  readonly crashFree: ShareOfTotal
  readonly crashFreeBefore: ShareOfTotal
  /** The service that became slower by most; `undefined` if none did by a fifth and more than chance explains. */
  readonly slower: SlowerService | undefined
  /** The one of that service, else of the service with the most requests. */
  readonly p95: ServiceP95 | undefined
  /** The durations of the requests of each service, and of those of the previous releases. */
  readonly durations: readonly ReleaseDuration[]
  readonly durationsBefore: readonly ReleaseDuration[]
}

/** The release that it is compared with, '' for none; `undefined` if its services have different ones. */
export function previousOf({ byService }: Pick<MergedRelease, 'byService'>): string | undefined {
  const [name, ...others] = new Set(byService.map(({ previous }) => previous))
  return others.length > 0 ? undefined : name
}

/** 95th percentiles of the durations of a service. */
export interface SlowerService {
  readonly service: string
  readonly now: Ns
  readonly before: Ns
}

/** The 95th percentile of the durations of a service, and that of its previous release. */
export interface ServiceP95 {
  readonly service: string
  readonly now: Ns
  readonly before: Ns | undefined
  /** 1, -1, or 0 if the difference is small, or explained by chance. */
  readonly rise: number
}

interface ReleaseCounts {
  readonly requests: readonly ReleaseRequests[]
  readonly sessions: readonly ReleaseSessions[]
  readonly durations: readonly ReleaseDuration[]
}

/**
 * Merges the releases of the same name, such as those of a server and its browser half; those that they are compared with are summed by
 * service.
 *
 * @returns Newest first.
 */
export function mergeReleases(
  releases: readonly Release[],
  { requests, sessions, durations }: ReleaseCounts,
): MergedRelease[] {
  const requestsOf = new Map(requests.map(row => [keyOf(row), { part: row.failed, whole: row.requests }]))
  const adoptionOf = new Map(requests.map(row => [keyOf(row), { part: row.recent, whole: row.recentOfAll }]))
  const environmentsOf = new Map(requests.map(row => [keyOf(row), row.recentIn]))
  const sessionsOf = new Map(
    sessions.map(row => [keyOf(row), { part: row.sessions - row.crashed, whole: row.sessions }]),
  )
  const durationOf = new Map(durations.map(row => [keyOf(row), row]))
  return [...Map.groupBy(releases, ({ release }) => release)]
    .map(([release, of]): MergedRelease => {
      const before = of.map(({ service, previous, isBrowser }) => ({ service, release: previous, isBrowser }))
      const counted = withoutBrowsers(of)
      const countedBefore = withoutBrowsers(before)
      const p95s = listP95s(of, durationOf)
      const slower = findSlower(p95s)
      return {
        release,
        firstSeenNs: firstOf(of.map(({ firstSeenNs }) => firstSeenNs)),
        beganNs: firstOf(of.map(({ beganNs }) => beganNs)),
        lastSeenNs:
          of
            .map(({ lastSeenNs }) => lastSeenNs)
            .toSorted(compareTimes)
            .at(-1) ?? 0n,
        byService: of.toSorted((a, b) => a.service.localeCompare(b.service)),
        failed: sumShares(counted, requestsOf),
        failedBefore: sumShares(countedBefore, requestsOf),
        adoption: sumShares(of, adoptionOf),
        runsIn: [...new Set(of.flatMap(one => environmentsOf.get(keyOf(one)) ?? []))].toSorted(),
        crashFree: sumShares(of, sessionsOf),
        crashFreeBefore: sumShares(before, sessionsOf),
        slower,
        p95: p95s.find(({ service }) => service === slower?.service) ?? p95s[0],
        durations: of.flatMap(one => durationOf.get(keyOf(one)) ?? []),
        durationsBefore: before.flatMap(one => durationOf.get(keyOf(one)) ?? []),
      }
    })
    .toSorted((a, b) => compareTimes(b.beganNs, a.beganNs))
}

const firstOf = (times: readonly bigint[]) => times.toSorted(compareTimes)[0] ?? 0n

interface ReleaseOfService {
  readonly service: string
  readonly release: string
}

const keyOf = ({ service, release }: ReleaseOfService) => `${service}\n${release}`

function sumShares(of: readonly ReleaseOfService[], shares: ReadonlyMap<string, ShareOfTotal>): ShareOfTotal {
  const found = of.map(one => shares.get(keyOf(one)) ?? { part: 0, whole: 0 })
  return { part: sumNumbers(found.map(({ part }) => part)), whole: sumNumbers(found.map(({ whole }) => whole)) }
}

/** The service with the most requests first. */
function listP95s(of: readonly Release[], durations: ReadonlyMap<string, ReleaseDuration>): ServiceP95[] {
  return of
    .flatMap(({ service, release, previous }) => {
      const now = durations.get(keyOf({ service, release }))
      return now ? [{ now, before: durations.get(keyOf({ service, release: previous })) }] : []
    })
    .toSorted((a, b) => b.now.requests - a.now.requests || a.now.service.localeCompare(b.now.service))
    .map(({ now, before }) => compareP95s(now, before))
}

function findSlower(p95s: readonly ServiceP95[]): SlowerService | undefined {
  return p95s
    .flatMap(({ service, now, before, rise }) => (before !== undefined && rise > 0 ? [{ service, now, before }] : []))
    .toSorted((a, b) => riseOf(b) - riseOf(a))[0]
}

function compareP95s(now: ReleaseDuration, before: ReleaseDuration | undefined): ServiceP95 {
  return {
    service: now.service,
    now: now.p95,
    before: before?.p95,
    rise: riseOfChange(before && compareP95(now, before)),
  }
}

const riseOfChange = (change: Change | undefined) =>
  change?.direction === undefined ? 0 : change.direction === 'more' ? 1 : -1

const riseOf = ({ now, before }: Pick<SlowerService, 'now' | 'before'>) => Number(now) / Number(before)

const compareTimes = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)

const sumNumbers = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
