import type { ReleaseIssue } from '../../../store/releases/list-release-issues.ts'
import { pluralize } from '../../format/count.ts'
import { compareShares } from './compare-shares.ts'
import type { MergedRelease } from './merge-releases.ts'
import type { ReleaseRoute } from './order-regressions.ts'

export type Verdict = 'worse' | 'better' | 'same' | 'unknown'

export interface ReleaseSummary {
  readonly verdict: Verdict
  /** One line: `2.4.1 is worse: crash-free sessions 99.8 → 72.7 %, 3 new issues`. */
  readonly text: string
}

type ReleaseFigures = Pick<MergedRelease, 'failed' | 'failedBefore' | 'crashFree' | 'crashFreeBefore'>

/** Compares a release's failed requests and crashed sessions with the previous ones: more of either than chance explains is worse. */
export function compareFigures({ failed, failedBefore, crashFree, crashFreeBefore }: ReleaseFigures) {
  const requests = compareShares(failed, failedBefore)
  // Sessions without a crash are good, failed requests are bad.
  const sessions = compareShares(crashFree, crashFreeBefore)
  const isWorse = requests.rise > 0 || sessions.rise < 0
  const isBetter = requests.rise < 0 || sessions.rise > 0
  const isKnown = requests.isKnown || sessions.isKnown
  const verdict: Verdict = isWorse ? 'worse' : isBetter ? 'better' : isKnown ? 'same' : 'unknown'
  return { requests, sessions, verdict }
}

/** A release with issues that are back is worse, whatever its figures are. */
export function evaluateRelease(figures: ReleaseFigures, regressed: number): Verdict {
  return regressed > 0 ? 'worse' : compareFigures(figures).verdict
}

/** How many issues changed so, listed or not. */
export function countIssuesByChange(issues: readonly ReleaseIssue[], change: ReleaseIssue['change']): number {
  return issues.find(issue => issue.change === change)?.total ?? 0
}

/**
 * Whether a release is worse than the previous ones: more failed requests or crashed sessions than chance explains, or issues that are
 * back. New issues and the slowest route are mentioned; alone they do not make a release worse.
 */
export function summarizeRelease(
  deploy: MergedRelease,
  issues: readonly ReleaseIssue[],
  routes: readonly ReleaseRoute[] = [],
): ReleaseSummary {
  const { release, of } = deploy
  const { requests, sessions } = compareFigures(deploy)
  const [fresh, back] = [countIssuesByChange(issues, 'new'), countIssuesByChange(issues, 'back')]
  const facts = [
    ...(sessions.isDifferent ? [`crash-free sessions ${sessions.text}`] : []),
    ...(requests.isDifferent ? [`error rate ${requests.text}`] : []),
    ...(back > 0 ? [pluralize(back, 'regressed issue')] : []),
    ...(fresh > 0 ? [pluralize(fresh, 'new issue')] : []),
  ]
  const verdict = evaluateRelease(deploy, back)
  const isFirst = of.every(({ previous }) => previous === '')
  const opening = {
    worse: `${release} is worse`,
    better: `${release} is better`,
    same: `${release} is about the same`,
    unknown: isFirst
      ? `${release} is the first known release`
      : `${release} has too few requests and sessions to compare`,
  }[verdict]
  const text = facts.length === 0 ? opening : `${opening}: ${facts.join(', ')}`
  return { verdict, text: [text, ...describeSlowerRoute(routes, verdict)].join(', ') }
}

/** The route that became slower by most: `but /search 41 % slower`; empty if none did by a fifth or more. */
function describeSlowerRoute(routes: readonly ReleaseRoute[], verdict: Verdict): readonly string[] {
  const rises = routes
    .filter(({ isSlower, before }) => isSlower && before !== undefined && before > 0)
    .map(({ route, now, before = now }) => ({ route: route || 'no route', rise: now / before - 1 }))
    .toSorted((a, b) => b.rise - a.rise)
  const [worst] = rises
  if (worst === undefined) return []
  const rest = rises.length > 1 ? ` and ${pluralize(rises.length - 1, 'more route')}` : ''
  const opposes = verdict === 'better' || verdict === 'same'
  return [`${opposes ? 'but ' : ''}${worst.route} ${Math.round(worst.rise * 100)} %${rest} slower`]
}
