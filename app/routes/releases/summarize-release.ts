import type { ReleaseIssue } from '../../../store/releases/list-release-issues.ts'
import { formatAmount } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../ui/elements/share.tsx'
import type { MergedRelease, PartOfWhole } from './merge-releases.ts'

export interface ReleaseSummary {
  readonly verdict: 'worse' | 'better' | 'same' | 'unknown'
  /** One line: `2.4.1 is worse: crash-free sessions 99.8 → 72.7 %, 3 new issues`. */
  readonly text: string
}

/** Differences that occur by chance once in twenty times do not count. */
const SURE_DEVIATIONS = 2

/** How many issues changed this way, listed or not. */
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

/** `rise`: 1, -1, or 0 if the difference is not significant. */
function compareShares(now: PartOfWhole, before: PartOfWhole) {
  const isKnown = now.whole >= MIN_COUNT_FOR_PERCENTAGE && before.whole >= MIN_COUNT_FOR_PERCENTAGE
  const [p, q] = [now.part / now.whole, before.part / before.whole]
  const pooled = (now.part + before.part) / (now.whole + before.whole)
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / now.whole + 1 / before.whole))
  const text = `${inPercent(q)} → ${inPercent(p)} %`
  const isDifferent = isKnown && Math.abs(p - q) > SURE_DEVIATIONS * deviation && inPercent(p) !== inPercent(q)
  return { isKnown, isDifferent, rise: isDifferent ? Math.sign(p - q) : 0, text }
}

const inPercent = (share: number) => formatAmount(Math.round(share * 1_000) / 10)
