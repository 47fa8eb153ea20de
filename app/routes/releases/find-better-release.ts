import { findSlowerThan, type MergedRelease, previousOf } from './merge-releases.ts'
import { compareFigures, describeSlowerService } from './summarize-release.ts'

/** A release before a bad one, and in what a later one is worse: `crash-free 99.7 → 95 %`, more of which. */
export interface BetterRelease {
  readonly release: string
  readonly facts: readonly string[]
  readonly crashes: boolean
  readonly errors: boolean
  /** The service that became slower by most. */
  readonly slower: string | undefined
}

/**
 * The last release before a bad one, if a release that is better than the bad one is worse than it: what followed a fault may be better and
 * not yet good.
 *
 * @returns `undefined` if the previous release was not worse than its own, or every earlier one was.
 */
export function findBetterRelease(deploy: MergedRelease, all: readonly MergedRelease[]): BetterRelease | undefined {
  const byName = new Map(all.map(one => [one.release, one]))
  const before = (one: MergedRelease) => byName.get(previousOf(one) ?? '')
  const isWorse = (one: MergedRelease) => compareFigures(one).verdict === 'worse'
  let good = before(deploy)
  if (isWorse(deploy) || good === undefined || !isWorse(good)) return undefined
  while (good !== undefined && isWorse(good)) good = before(good)
  if (good === undefined) return undefined
  const { failed, crashFree } = deploy
  const slower = findSlowerThan(deploy, good)
  const figures = { failed, failedBefore: good.failed, crashFree, crashFreeBefore: good.crashFree, slower }
  const { requests, sessions, verdict } = compareFigures(figures)
  if (verdict !== 'worse' && slower === undefined) return undefined
  const facts = [
    ...(sessions.rise < 0 ? [`crash-free ${sessions.text}`] : []),
    ...(requests.rise > 0 ? [`error rate ${requests.text}`] : []),
    ...(slower ? [describeSlowerService(slower)] : []),
  ]
  return {
    release: good.release,
    facts,
    crashes: sessions.rise < 0,
    errors: requests.rise > 0,
    slower: slower?.service,
  }
}
