import type { SeenRelease } from '../../store/issues/derive-state.ts'
import type { Ns } from '../../store/units.ts'
import { MIN_EXPECTED } from './thresholds.ts'

type ReleaseTime = Pick<SeenRelease, 'service' | 'firstSeenNs'>

interface IssueActivity {
  readonly service: string
  readonly firstSeenNs: Ns
  readonly lastSeenNs: Ns
  /** When it was first seen in the newest release that has it. */
  readonly newestReleaseNs: Ns
  /** Exceptions since `fromNs`. */
  readonly events: number
}

interface StopQuery<Release> {
  /** Of all services, by first time. */
  readonly releases: readonly Release[]
  readonly fromNs: Ns
  readonly nowNs: Ns
}

/**
 * Finds the release since which an issue has stopped: the first that came after all releases with it, if at its rate until then three or
 * more exceptions were to be expected since. An issue that goes on in tabs with the old release has not stopped.
 */
export function stoppedSince<Release extends ReleaseTime>(
  issue: IssueActivity,
  { releases, fromNs, nowNs }: StopQuery<Release>,
): Release | undefined {
  const next = findNextRelease(releases, { service: issue.service, firstSeenNs: issue.newestReleaseNs })
  if (next === undefined) return undefined
  const end = Math.max(Number(next.firstSeenNs), Number(issue.lastSeenNs))
  const start = Math.max(Number(issue.firstSeenNs), Number(fromNs))
  return (Number(nowNs) - end) * issue.events >= MIN_EXPECTED * (end - start) ? next : undefined
}

/** The release of a service that came next. @param releases by first time */
export function findNextRelease<Release extends ReleaseTime>(
  releases: readonly Release[],
  { service, firstSeenNs }: ReleaseTime,
): Release | undefined {
  return releases.find(of => of.service === service && of.firstSeenNs > firstSeenNs)
}
