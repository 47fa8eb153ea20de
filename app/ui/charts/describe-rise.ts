import type { Ns } from '../../../store/units.ts'
import { formatShare } from '../../format/amount.ts'
import type { TimelineEvent } from './layout-time-series.server.ts'

interface Counted {
  readonly bucketNs: Ns
  readonly count: number
  readonly failed: number
}

/**
 * The first release after which twice as many failed as in all the time before, until one after which they did not.
 *
 * @returns `Failed: 6.2 % since 2.4.1, 0.4 % before.`; '' without one after which more than a few failed, and twice as many
 */
export function describeRise(counts: readonly Counted[], releases: readonly TimelineEvent[], toNs: Ns): string {
  const starts = [...new Set(counts.map(({ bucketNs }) => bucketNs))].toSorted((a, b) => Number(a - b))
  const endOf = new Map(starts.map((start, i) => [start, starts[i + 1] ?? toNs]))
  // A bucket in which a release began counts on neither side of it.
  const countOf = (from: Ns, to: Ns) =>
    counts
      .filter(({ bucketNs }) => bucketNs >= from && (endOf.get(bucketNs) ?? toNs) <= to)
      .reduce((sum, of) => ({ count: sum.count + of.count, failed: sum.failed + of.failed }), { count: 0, failed: 0 })
  const inOrder = releases.toSorted((a, b) => Number(a.atNs - b.atNs))
  const isAfter = (index: number, atNs: Ns) => {
    const before = countOf(0n, atNs)
    const after = countOf(inOrder[index]?.atNs ?? toNs, inOrder[index + 1]?.atNs ?? toNs)
    const isKnown = before.count >= MIN_SPANS && after.count >= MIN_SPANS && after.failed >= MIN_FAILED
    return isKnown && after.failed / after.count >= (MIN_TIMES * before.failed) / before.count
  }
  const first = inOrder.findIndex(({ atNs }, index) => isAfter(index, atNs))
  const start = inOrder[first]
  if (start === undefined) return ''
  const end = inOrder.find((_, index) => index > first && !isAfter(index, start.atNs))
  const [before, after] = [countOf(0n, start.atNs), countOf(start.atNs, end?.atNs ?? toNs)]
  const during = end === undefined ? `since ${start.label}` : `from ${start.label} to ${end.label}`
  return `Failed: ${formatShare(after.failed, after.count)} ${during}, ${formatShare(before.failed, before.count)} before.`
}

const MIN_SPANS = 50
const MIN_FAILED = 10
const MIN_TIMES = 2
