import type { ReleaseIssue } from '../../../store/releases/list-release-issues.ts'
import { pluralize } from '../../format/count.ts'
import { compareShares } from './compare-shares.ts'
import type { MergedRelease } from './merge-releases.ts'

export interface ReleaseSummary {
  readonly verdict: 'worse' | 'better' | 'same' | 'unknown'
  /** One line: `2.4.1 is worse: crash-free sessions 99.8 → 72.7 %, 3 new issues`. */
  readonly text: string
}

/** How many issues changed so, listed or not. */
export function countIssuesByChange(issues: readonly ReleaseIssue[], change: ReleaseIssue['change']): number {
  return issues.find(issue => issue.change === change)?.total ?? 0
}

/**
 * Whether a release is worse than the previous ones: more failed requests or crashed sessions than chance explains, or issues that are
 * back. New issues are mentioned; alone they do not make a release worse.
 */
export function summarizeRelease(deploy: MergedRelease, issues: readonly ReleaseIssue[]): ReleaseSummary {
  const { release, of, failed, failedBefore, crashFree, crashFreeBefore } = deploy
  const requests = compareShares(failed, failedBefore)
  // Sessions without a crash are good, failed requests are bad.
  const sessions = compareShares(crashFree, crashFreeBefore)
  const [fresh, back] = [countIssuesByChange(issues, 'new'), countIssuesByChange(issues, 'back')]
  const facts = [
    ...(sessions.isDifferent ? [`crash-free sessions ${sessions.text}`] : []),
    ...(requests.isDifferent ? [`failed requests ${requests.text}`] : []),
    ...(back > 0 ? [pluralize(back, 'regressed issue')] : []),
    ...(fresh > 0 ? [pluralize(fresh, 'new issue')] : []),
  ]
  const isWorse = requests.rise > 0 || sessions.rise < 0 || back > 0
  const isBetter = requests.rise < 0 || sessions.rise > 0
  const isKnown = requests.isKnown || sessions.isKnown
  const verdict = isWorse ? 'worse' : isBetter ? 'better' : isKnown ? 'same' : 'unknown'
  const isFirst = of.every(({ previous }) => previous === '')
  const opening = {
    worse: `${release} is worse`,
    better: `${release} is better`,
    same: `${release} is about the same`,
    unknown: isFirst
      ? `${release} is the first known release`
      : `${release} has too few requests and sessions to compare`,
  }[verdict]
  return { verdict, text: facts.length === 0 ? opening : `${opening}: ${facts.join(', ')}` }
}
