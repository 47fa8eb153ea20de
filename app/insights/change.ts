import {
  DEVIATIONS,
  LARGE_RATIO,
  MIN_CHANGE_NS,
  MIN_COUNT_FOR_PERCENTAGE,
  MIN_EVENTS,
  MIN_RATIO,
} from './thresholds.ts'

/** The difference of a number of one period from that of another. */
export interface Change {
  readonly now: number
  readonly before: number
  /** True if chance does not explain it; `undefined` if there is too little to tell. */
  readonly isClear: boolean | undefined
  /** If it is clear and a fifth or more: whether there is more or less now. */
  readonly direction: 'more' | 'less' | undefined
}

/** A count of the current period, and of the previous one, which is as long as the current one has lasted. */
export interface ComparedCount {
  readonly now: number
  readonly before: number
}

/** A number and the total of which it is a part. */
export interface ShareOfTotal {
  readonly part: number
  readonly whole: number
}

/** Durations of a period, nanoseconds, and of how many requests they are percentiles. */
export interface DurationPercentiles {
  readonly requests: number
  readonly p50: bigint
  readonly p95: bigint
}

/**
 * Compares counts of independent events, such as exceptions: their difference has the variance of their sum (Poisson).
 *
 * @param oneIn One in so many was counted: the counts are estimates. @default 1
 */
export function compareCounts({ now, before }: ComparedCount, oneIn = 1): Change {
  const deviations = (now - before) / Math.sqrt(Math.max(1, now + before) * Math.max(1, oneIn))
  return judge({ now, before, isClear: Math.abs(deviations) >= DEVIATIONS, ratio: ratioOf(now, before) })
}

/**
 * Compares shares, such as error rates, by their pooled variance. A part is no more than its whole; else it is a count. A share above a half
 * changes as its complement does: 98 % of sessions without a crash after 99 % are twice the crashes.
 *
 * @param oneIn One in so many was counted: the numbers are estimates. @default 1
 */
export function compareShares(now: ShareOfTotal, before: ShareOfTotal, oneIn = 1): Change {
  const [p, q] = [shareOf(now), shareOf(before)]
  const pooled = (now.part + before.part) / Math.max(1, now.whole + before.whole)
  const variance =
    pooled * (1 - pooled) * Math.max(1, oneIn) * (1 / Math.max(1, now.whole) + 1 / Math.max(1, before.whole))
  const difference = Math.abs(p - q)
  // So many more or fewer than at the other share, of the smaller total.
  const events = difference * Math.min(now.whole, before.whole)
  const isClear = difference > 0 && events >= MIN_EVENTS * oneIn && difference >= DEVIATIONS * Math.sqrt(variance)
  const isKnown = Math.min(now.whole, before.whole) >= MIN_COUNT_FOR_PERCENTAGE * oneIn
  const ratio = p + q > 1 ? ratioOf(1 - q, 1 - p) : ratioOf(p, q)
  return judge({ now: p, before: q, isClear: isClear || (isKnown ? false : undefined), ratio })
}

/**
 * The standard deviation of the logarithm of a 95th percentile of n log-normal durations is this, divided by the root of n, times the
 * logarithm of p95 / p50.
 */
const P95_DEVIATION = 1.28
/** Durations that hardly differ have this logarithm of p95 / p50. */
const MIN_SPREAD = 0.1

/**
 * Compares 95th percentiles by the standard errors of their logarithms. A difference of less than five milliseconds is none.
 *
 * @param oneIn One in so many of the requests was read, for the percentiles of both. @default 1
 */
export function compareP95(now: DurationPercentiles, before: DurationPercentiles, oneIn = 1): Change {
  const [p, q] = [Number(now.p95), Number(before.p95)]
  const isKnown = Math.min(now.requests, before.requests) / oneIn >= MIN_COUNT_FOR_PERCENTAGE && p > 0 && q > 0
  if (!isKnown) return judge({ now: p, before: q, isClear: undefined, ratio: 1 })
  const error = Math.sqrt(oneIn) * Math.hypot(standardErrorOf(now), standardErrorOf(before))
  const isClear = Math.abs(p - q) >= MIN_CHANGE_NS && Math.abs(Math.log(p / q)) > DEVIATIONS * error
  return judge({ now: p, before: q, isClear, ratio: ratioOf(p, q) })
}

function standardErrorOf({ requests, p50, p95 }: DurationPercentiles): number {
  const spread = p50 > 0n ? Math.log(Number(p95) / Number(p50)) : Number.POSITIVE_INFINITY
  return (P95_DEVIATION * Math.max(MIN_SPREAD, spread)) / Math.sqrt(requests)
}

interface Sampled extends Pick<DurationPercentiles, 'p50' | 'p95'> {
  /** An estimate. */
  readonly count: number
}

/** Percentiles of a sample, of as many as were read: one in so many. */
export const percentilesOfSample = ({ count, p50, p95 }: Sampled, oneIn: number): DurationPercentiles => ({
  requests: count / oneIn,
  p50,
  p95,
})

/**
 * Compares numbers whose error is known, such as averages.
 *
 * @param error The standard deviation of the logarithm of their ratio; `undefined` if there are too few to tell.
 */
export function compareAmounts({ now, before }: ComparedCount, error: number | undefined): Change {
  const ratio = ratioOf(now, before)
  const isClear = error === undefined ? undefined : Math.abs(Math.log(ratio)) > DEVIATIONS * error
  return judge({ now, before, isClear, ratio })
}

/** True if it is so much more that somebody is told unasked. */
export const isLargeRise = ({ now, before, direction }: Change) => direction === 'more' && now >= before * LARGE_RATIO

export const shareOf = ({ part, whole }: ShareOfTotal) => (whole <= 0 ? 0 : part / whole)

const ratioOf = (now: number, before: number) =>
  now === before ? 1 : before <= 0 ? Number.POSITIVE_INFINITY : now / before

interface Judged extends ComparedCount {
  readonly isClear: boolean | undefined
  readonly ratio: number
}

function judge({ now, before, isClear, ratio }: Judged): Change {
  const isMore = ratio >= MIN_RATIO
  const isChanged = isClear === true && (isMore || ratio <= 1 / MIN_RATIO)
  return { now, before, isClear, direction: isChanged ? (now > before ? 'more' : 'less') : undefined }
}

/** The standard deviation of the logarithm of a 75th percentile of n measurements, which spread as page loads do, is this divided by the root of n. */
const P75_DEVIATION = 0.8

/** Compares 75th percentiles of web vitals. @param samples how many were read of the period */
export const compareP75 = (compared: ComparedCount, samples: number): Change =>
  compareAmounts(
    compared,
    samples < MIN_COUNT_FOR_PERCENTAGE ? undefined : (Math.SQRT2 * P75_DEVIATION) / Math.sqrt(samples),
  )
