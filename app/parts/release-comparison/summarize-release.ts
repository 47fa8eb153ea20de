import type { ReleaseIssue } from '../../../store/releases/list-release-issues.ts'
import type { Ns } from '../../../store/units.ts'
import { formatAmount } from '../../format/amount.ts'
import { clipLine } from '../../format/clip.ts'
import { pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { exceptionTitle } from '../../format/exception-title.ts'
import { compareCounts, compareShares } from '../../insights/change.ts'
import { MIN_TOLD_RISE_NS } from '../../insights/thresholds.ts'
import { writeShares } from '../../insights/write-change.ts'
import { type MergedRelease, previousOf, type SlowerService } from './merge-releases.ts'
import type { ReleaseOperation } from './order-regressions.ts'

export type Verdict = 'worse' | 'slower' | 'better' | 'same' | 'unknown'

/** A release and how many issues it has that the one it is compared with has not. */
export interface ComparedRelease extends MergedRelease {
  /** First seen after that. */
  readonly newIssues: number
  /** Seen before it too. */
  readonly regressed: number
}

export interface ReleaseSummary {
  /** `error rate 2.15 → 0 %` */
  readonly better: readonly string[]
  /** `3 new issues`, `p95 of /search 245 → 432 ms` */
  readonly worse: readonly string[]
  /** The facts that are neither: `2 issues still failing`. */
  readonly other: readonly string[]
}

type ReleaseFigures = Pick<MergedRelease, 'failed' | 'failedBefore' | 'crashFree' | 'crashFreeBefore' | 'slower'>

/** Compares a release's failed requests and crashed sessions with the previous ones: more of either than chance explains is worse. */
export function compareFigures({ failed, failedBefore, crashFree, crashFreeBefore }: ReleaseFigures) {
  const requests = compareShares(failed, failedBefore)
  // Sessions without a crash are good, failed requests are bad.
  const sessions = compareShares(crashFree, crashFreeBefore)
  const isWorse = requests.direction === 'more' || sessions.direction === 'less'
  const isBetter = requests.direction === 'less' || sessions.direction === 'more'
  const isKnown = requests.isClear !== undefined || sessions.isClear !== undefined
  const verdict: Verdict = isWorse ? 'worse' : isBetter ? 'better' : isKnown ? 'same' : 'unknown'
  return { requests, sessions, verdict }
}

/** A release with issues that are back is worse, whatever its figures are; one that is slower is not better. */
export function evaluateRelease(figures: ReleaseFigures, regressed: number): Verdict {
  const { verdict } = compareFigures(figures)
  return regressed > 0 || verdict === 'worse' ? 'worse' : figures.slower ? 'slower' : verdict
}

/** A long name, such as a hash, has no room in a sentence. */
const MAX_NAME_CHARS = 16

/** Names the release that a release is compared with: `2.4.0`. */
export function nameBaseline(of: Pick<MergedRelease, 'byService'>): string {
  const name = previousOf(of)
  return name ? clipLine(name, MAX_NAME_CHARS) : 'the previous release'
}

/** Says if a release is better or worse, on its page and in the list of releases: `worse than 2.4.0`. New issues alone do not make it worse. */
export function describeVerdict(release: ComparedRelease): { readonly verdict: Verdict; readonly text: string } {
  const { byService, regressed, newIssues } = release
  const verdict = evaluateRelease(release, regressed)
  const than = nameBaseline(release)
  const text = {
    worse: `worse than ${than}`,
    slower: `slower than ${than}`,
    better: `${newIssues > 0 ? 'partly ' : ''}better than ${than}`,
    same: `no clear change from ${than}`,
    unknown: byService.every(({ previous }) => previous === '')
      ? 'first known release'
      : 'too few transactions to compare',
  }[verdict]
  return { verdict, text }
}

/** In what a release is better than another, and in what it is not: `error rate 2.11 → 0 %`, `but 1 new issue`. */
export function listDifferences(release: ComparedRelease): readonly string[] {
  const { better, worse } = summarizeRelease(release)
  return [...better, ...worse.map((fact, i) => (i === 0 ? `but ${fact}` : fact))]
}

/** The number of issues that changed so, listed or not. */
export function countIssuesByChange(issues: readonly ReleaseIssue[], change: ReleaseIssue['change']): number {
  return issues.find(issue => issue.change === change)?.total ?? 0
}

/** In what a release differs from the one it is compared with: what is worse, what is better, and issues that are neither. */
export function summarizeRelease(
  release: ComparedRelease,
  issues: readonly ReleaseIssue[] = [],
  operations: readonly ReleaseOperation[] = [],
): ReleaseSummary {
  const { slower, regressed, newIssues } = release
  const { requests, sessions } = compareFigures(release)
  const failing = describeStillFailing(release, issues)
  const [sessionFact, requestFact] = [
    `crash-free sessions ${writeShares(sessions)}`,
    `error rate ${writeShares(requests)}`,
  ]
  return {
    better: [
      ...(sessions.direction === 'more' ? [sessionFact] : []),
      ...(requests.direction === 'less' ? [requestFact] : []),
    ],
    worse: [
      ...(sessions.direction === 'less' ? [sessionFact] : []),
      ...(requests.direction === 'more' ? [requestFact] : []),
      ...(slower ? [describeSlowerService(slower)] : []),
      ...(regressed > 0 ? [pluralize(regressed, 'regressed issue')] : []),
      ...(newIssues > 0 ? [pluralize(newIssues, 'new issue')] : []),
      ...describeSlowerOperation(operations),
      ...failing.increased,
    ],
    other: failing.other,
  }
}

/** `p95 of checkout 237 → 431 ms`. */
function describeSlowerService({ service, now, before }: SlowerService): string {
  return `p95 of ${service} ${formatDurations(before, now)}`
}

/** `237 → 431 ms`, `900 ms → 1.20 s` */
export function formatDurations(before: Ns, now: Ns): string {
  const [from, to] = [formatDuration(before), formatDuration(now)]
  const [amount, unit, more] = from.split(' ')
  return `${more === undefined && unit === to.split(' ')[1] ? amount : from} → ${to}`
}

/** The operation whose durations rose by most time: `p95 of /search 245 → 432 ms`; empty if none rose by a fifth and so much. */
function describeSlowerOperation(operations: readonly ReleaseOperation[]): readonly string[] {
  const rises = operations
    .map(({ operation, isSlower, now, before = now }) => ({
      operation: operation || 'no operation',
      isSlower,
      now,
      before,
    }))
    .filter(({ isSlower, now, before }) => isSlower && now - before >= MIN_TOLD_RISE_NS)
    .toSorted((a, b) => b.now - b.before - (a.now - a.before))
  const [worst] = rises
  if (worst === undefined) return []
  const rest = rises.length > 1 ? [`${pluralize(rises.length - 1, 'more operation')} slower`] : []
  return [`p95 of ${worst.operation} ${formatDurations(roundNs(worst.before), roundNs(worst.now))}`, ...rest]
}

const roundNs = (ns: number) => BigInt(Math.round(ns)) as Ns

/** Issues that the previous release had too: the most frequent one that increased, with its rates, and how many others there are. */
function describeStillFailing(deploy: ReleaseFigures, issues: readonly ReleaseIssue[]) {
  const total = countIssuesByChange(issues, 'still')
  const worst = issues.find(issue => issue.change === 'still' && hasIncreased(issue, deploy))
  const others = worst === undefined ? total : total - 1
  return {
    increased: worst === undefined ? [] : [`${exceptionTitle(worst)} ${describeRates(worst, deploy)}`],
    other:
      others > 0
        ? [`${others}${worst === undefined ? '' : ' more'} ${others === 1 ? 'issue' : 'issues'} still failing`]
        : [],
  }
}

/** `0.98 → 5.13 per 100 sessions`: a release has fewer sessions than the one before it, so that its counts look like no increase. */
function describeRates({ exceptions, exceptionsBefore }: ReleaseIssue, figures: ReleaseFigures): string {
  const { now, before, unit } = countUse(figures)
  const [from, to] = [(exceptionsBefore / before) * 100, (exceptions / now) * 100]
  return `${formatAmount(from)} → ${formatAmount(to)} per 100 ${unit}`
}

/** The sessions of both releases, or else their transactions. */
const countUse = ({ failed, failedBefore, crashFree, crashFreeBefore }: ReleaseFigures) =>
  crashFree.whole > 0
    ? { now: crashFree.whole, before: crashFreeBefore.whole, unit: 'sessions' }
    : { now: failed.whole, before: failedBefore.whole, unit: 'transactions' }

/** The number of listed issues that the previous release had too and that have more exceptions than its use explains. */
export function countIncreased(deploy: ReleaseFigures, issues: readonly ReleaseIssue[]): number {
  return issues.filter(issue => issue.change === 'still' && hasIncreased(issue, deploy)).length
}

/** True if an issue has more exceptions in a session, or else in a transaction, than in the previous release, beyond chance. */
function hasIncreased({ exceptions, exceptionsBefore }: ReleaseIssue, figures: ReleaseFigures): boolean {
  const { now, before } = countUse(figures)
  return (
    now > 0 &&
    before > 0 &&
    compareCounts({ now: exceptions, before: (exceptionsBefore / before) * now }).direction === 'more'
  )
}
