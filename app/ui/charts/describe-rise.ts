import type { Ns } from '../../../store/units.ts'
import { formatShare } from '../../format/amount.ts'
import type { TimelineEvent } from './layout-time-series.server.ts'

interface Counted {
  readonly bucketNs: Ns
  readonly count: number
  readonly failed: number
}

/**
 * The release after which failures rose most, until the next one, compared with all before it.
 *
 * @returns `Failed: 6.2 % since 2.4.1, 0.4 % before.`; '' without one after which more than a few failed, and twice as many
 */
export function describeRise(counts: readonly Counted[], releases: readonly TimelineEvent[], toNs: Ns): string {
  const countOf = (from: Ns, to: Ns) =>
    counts
      .filter(({ bucketNs }) => bucketNs >= from && bucketNs < to)
      .reduce((sum, of) => ({ count: sum.count + of.count, failed: sum.failed + of.failed }), { count: 0, failed: 0 })
  const inOrder = releases.toSorted((a, b) => Number(a.atNs - b.atNs))
  const rises = inOrder.flatMap(({ atNs, label }, index) => {
    const next = inOrder[index + 1]
    const [before, after] = [countOf(0n, atNs), countOf(atNs, next?.atNs ?? toNs)]
    if (before.count < MIN_SPANS || after.count < MIN_SPANS || after.failed < MIN_FAILED) return []
    const [share, earlier] = [after.failed / after.count, before.failed / before.count]
    if (share < MIN_TIMES * earlier) return []
    const during = next === undefined ? `since ${label}` : `from ${label} to ${next.label}`
    const text = `Failed: ${formatShare(after.failed, after.count)} ${during}, ${formatShare(before.failed, before.count)} before.`
    return [{ text, rise: share - earlier }]
  })
  return rises.toSorted((a, b) => b.rise - a.rise)[0]?.text ?? ''
}

const MIN_SPANS = 50
const MIN_FAILED = 10
const MIN_TIMES = 2
