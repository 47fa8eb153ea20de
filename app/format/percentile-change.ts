import { MIN_COUNT_FOR_PERCENTAGE } from './error-share.ts'

/** Durations of a period, nanoseconds, and of how many requests they are percentiles. */
export interface DurationPercentiles {
  readonly requests: number
  readonly p50: bigint
  readonly p95: bigint
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

/** The 99th percentile of fewer is the longest of them. */
export const MIN_COUNT_FOR_P99 = 100

/** Of the logarithm of a 95th percentile of n log-normal durations, times the root of n and by the logarithm of p95 / p50. */
const P95_DEVIATION = 1.28
/** Of durations that hardly differ. */
const MIN_SPREAD = 0.1

/** Nanoseconds. Nobody on call acts on a smaller change of a percentile, whatever its ratio is. */
export const MIN_CHANGE_NS = 5_000_000

/**
 * Whether two 95th percentiles differ by less than five milliseconds or may differ by chance: by at most two standard errors, or because
 * there are few durations.
 *
 * @param oneIn One in so many of the requests was read, for the percentiles of both.
 */
export function isP95ChangeNegligible(now: DurationPercentiles, before: DurationPercentiles, oneIn = 1): boolean {
  if (Math.abs(Number(now.p95 - before.p95)) < MIN_CHANGE_NS) return true
  if (Math.min(now.requests, before.requests) / oneIn < MIN_COUNT_FOR_PERCENTAGE || now.p95 <= 0n || before.p95 <= 0n)
    return true
  const byChance = 2 * Math.sqrt(oneIn) * Math.hypot(standardErrorOf(now), standardErrorOf(before))
  return Math.abs(Math.log(Number(now.p95) / Number(before.p95))) <= byChance
}

function standardErrorOf({ requests, p50, p95 }: DurationPercentiles): number {
  const spread = p50 > 0n ? Math.log(Number(p95) / Number(p50)) : Number.POSITIVE_INFINITY
  return (P95_DEVIATION * Math.max(MIN_SPREAD, spread)) / Math.sqrt(requests)
}
