import type { Ns } from '../../store/units.ts'
import type { Finding } from './finding.ts'
import { LARGE_RATIO, MIN_COUNT_FOR_PERCENTAGE, MIN_PART_OF_BEST, MIN_TOLD_EVENTS } from './thresholds.ts'

interface Failures {
  readonly count: number
  readonly failed: number
}

interface Counted extends Failures {
  readonly bucketNs: Ns
}

/** A release on a chart. */
export interface ReleaseMark {
  readonly atNs: Ns
  readonly label: string
}

interface RiseOptions {
  readonly toNs: Ns
  /** 1 if all was counted; else the counts are estimates from one in so many. @default 1 */
  readonly oneIn?: number
}

/**
 * The release with which the share of failures rose, and the one with which that ended: of all pairs the most likely ones. Several are named
 * if each is nearly as likely; none is if a change at another time explains the failures much better.
 *
 * @returns `undefined` if none explains a large rise
 */
export function findRise(
  counts: readonly Counted[],
  releases: readonly ReleaseMark[],
  { toNs, oneIn = 1 }: RiseOptions,
): Finding | undefined {
  const buckets = sumByBucket(counts)
  const last = buckets.length
  const totals = [NONE]
  for (const bucket of buckets) totals.push(add(totals.at(-1) ?? NONE, bucket))
  const between = (from: number, to: number) => subtract(totals[to] ?? NONE, totals[Math.min(from, to)] ?? NONE)
  const gainOf = (start: number, end: number) => {
    const parts = [between(0, start), between(start, end), between(end, last)]
    const gain = parts.reduce((sum, part) => sum + likelihoodOf(part), -likelihoodOf(between(0, last)))
    return gain / oneIn - (end < last ? COST_OF_END : 0)
  }
  // A bucket in which a release began counts on neither side of it, but may be more likely on one.
  const placeOf = ({ atNs }: ReleaseMark): Place => {
    const next = buckets.findIndex(({ bucketNs }) => bucketNs >= atNs)
    const after = next < 0 ? last : next
    return { before: buckets[after]?.bucketNs === atNs ? after : Math.max(0, after - 1), after }
  }
  const riseOf = (start: Place, end: Place) => {
    const [before, during, after] = [
      between(0, start.before),
      between(start.after, end.before),
      between(end.after, last),
    ]
    const isKnown = [before, during].every(({ count }) => count >= MIN_COUNT_FOR_PERCENTAGE * oneIn)
    const isRise = isKnown && during.failed >= MIN_TOLD_EVENTS * oneIn && isMuchMore(during, before)
    const isEnd = end.after === last || (after.count >= MIN_COUNT_FOR_PERCENTAGE * oneIn && isMuchMore(during, after))
    if (!isRise || !isEnd) return undefined
    const gains = [start.before, start.after].flatMap(from =>
      [end.before, end.after].filter(to => to > from).map(to => gainOf(from, to)),
    )
    return { before, during, gain: Math.max(...gains) }
  }
  const inOrder = releases
    .filter(({ atNs }) => atNs < toNs)
    .toSorted((a, b) => Number(a.atNs - b.atNs) || (a.label < b.label ? -1 : 1))
    .map(of => ({ ...placeOf(of), label: of.label }))
  const range = { before: last, after: last, label: '' }
  const found = inOrder.flatMap((start, at) =>
    [range, ...inOrder.slice(at + 1)].flatMap(end => {
      const rise = end.before >= start.after && riseOf(start, end)
      return rise ? { ...rise, start, end } : []
    }),
  )
  const best = found.toSorted((a, b) => b.gain - a.gain)[0]
  if (best === undefined || best.gain < MIN_GAIN) return undefined
  const atAnyTime = buckets.flatMap((_, start) =>
    buckets.flatMap((_, at) => (at < start ? [] : (riseOf(exactly(start), exactly(at + 1))?.gain ?? []))),
  )
  if (best.gain < MIN_PART_OF_BEST * Math.max(...atAnyTime)) return undefined
  const likely = found.filter(({ end, gain }) => end === best.end && gain > best.gain - NEARLY)
  return {
    subject: '',
    measure: 'error rate',
    before: shareOf(best.before),
    after: shareOf(best.during),
    since: { release: [...new Set(likely.map(({ start }) => start.label))].join(' or '), until: best.end.label },
  }
}

/** Positions of buckets: the end of those before a moment, and the first after it. */
interface Place {
  readonly before: number
  readonly after: number
}

const exactly = (at: number): Place => ({ before: at, after: at })

/** Of logarithms of likelihood ratios. Chance reaches the first once in ten thousand charts. */
const MIN_GAIN = 10
/** A second change always explains more. */
const COST_OF_END = 5
/** Twenty times as likely is not nearly as likely. */
const NEARLY = 3
const NONE: Failures = { count: 0, failed: 0 }
const add = (a: Failures, b: Failures) => ({ count: a.count + b.count, failed: a.failed + b.failed })
const subtract = (a: Failures, b: Failures) => ({ count: a.count - b.count, failed: a.failed - b.failed })
const shareOf = ({ failed, count }: Failures) => failed / Math.max(1, count)
const isMuchMore = (a: Failures, b: Failures) => a.failed * b.count >= LARGE_RATIO * b.failed * a.count

/** In order of time. */
function sumByBucket(counts: readonly Counted[]): Counted[] {
  const byBucket = Map.groupBy(counts, ({ bucketNs }) => bucketNs)
  return [...byBucket]
    .map(([bucketNs, of]) => ({ bucketNs, ...of.reduce(add, NONE) }))
    .toSorted((a, b) => Number(a.bucketNs - b.bucketNs))
}

/** The logarithm of the likelihood of failures at their own rate. */
const likelihoodOf = ({ failed, count }: Failures) =>
  [failed, count - failed].reduce((sum, of) => (of > 0 ? sum + of * Math.log(of / count) : sum), 0)
