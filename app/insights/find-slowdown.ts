import type { Ns } from '../../store/units.ts'
import type { ReleaseMark } from './find-rise.ts'
import type { Finding } from './finding.ts'
import { LARGE_RATIO, MIN_CHANGE_NS, MIN_PART_OF_BEST } from './thresholds.ts'

interface Timed {
  readonly bucketNs: Ns
  readonly p95: Ns
}

/**
 * The release since which 95th percentiles are longer, hardly one of them as short as one before it: of several the one that explains most of how
 * they differ; none if a change at another time explains much more.
 *
 * @returns the medians of the percentiles; `undefined` if there is no such release
 */
export function findSlowdown(
  rows: readonly Timed[],
  releases: readonly ReleaseMark[],
  { stepNs }: { readonly stepNs: bigint },
): Finding | undefined {
  const splitAt = (atNs: Ns) => {
    // A bucket in which a release began is on neither side.
    const before = rows.filter(({ bucketNs }) => bucketNs + stepNs <= atNs).map(({ p95 }) => Number(p95))
    const after = rows.filter(({ bucketNs }) => bucketNs >= atNs).map(({ p95 }) => Number(p95))
    const ofTimes = (meanLogOf(after) - meanLogOf(before)) ** 2
    return { before, after, explained: (ofTimes * before.length * after.length) / (before.length + after.length) }
  }
  const most = Math.max(...rows.map(({ bucketNs }) => splitAt(bucketNs).explained).filter(Number.isFinite))
  const found = releases.flatMap(({ atNs, label }) => {
    const { before, after, explained } = splitAt(atNs)
    if (explained < MIN_PART_OF_BEST * most) return []
    if (Math.min(before.length, after.length) < MIN_BUCKETS) return []
    const [from, to] = [medianOf(before), medianOf(after)]
    const isSlower = to >= LARGE_RATIO * from && to - from >= MIN_CHANGE_NS
    if (!isSlower || shareOfSlowerPairs(before, after) < MIN_SLOWER) return []
    return { label, from, to, explained }
  })
  const [best] = found.toSorted((a, b) => b.explained - a.explained || (a.label < b.label ? -1 : 1))
  if (best === undefined) return undefined
  const { from, to, label } = best
  return { subject: '', measure: 'p95', before: from, after: to, since: { release: label, until: '' } }
}

const MIN_BUCKETS = 4
/** Of all pairs of one before and one after. */
const MIN_SLOWER = 0.95
const shareOfSlowerPairs = (before: readonly number[], after: readonly number[]) =>
  after.reduce((sum, of) => sum + before.filter(other => other < of).length, 0) / (before.length * after.length)

/** The lower one of two. */
const medianOf = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0

const meanLogOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + Math.log(Math.max(1, value)), 0) / values.length
