import { DAY_NS, HOUR_NS, MINUTE_NS } from '../../../store/time-units.ts'
import type { TimeRange } from '../../../store/units.ts'
import type { TimeBucket } from './chart-model.ts'

/** Those from five minutes on are a whole number of the ones that the store keeps counts by. */
const BUCKET_LENGTHS = [
  MINUTE_NS,
  5n * MINUTE_NS,
  15n * MINUTE_NS,
  30n * MINUTE_NS,
  HOUR_NS,
  2n * HOUR_NS,
  3n * HOUR_NS,
  6n * HOUR_NS,
  12n * HOUR_NS,
  DAY_NS,
  2n * DAY_NS,
  7n * DAY_NS,
] as const
const MAX_BUCKETS = 60n

export interface TimeBuckets {
  readonly stepNs: bigint
  /** 1 to 60 buckets that start at multiples of their length (UTC); the first and last may extend beyond the range. */
  readonly buckets: readonly TimeBucket[]
  /** From the start of the first to the end of the last. */
  readonly whole: TimeRange
}

/** For counts that are read row by row, so that a quarter of an hour has more than four bars. */
export const ONE_MINUTE_BUCKETS = MINUTE_NS

/**
 * Divides a range into buckets of a round length. Unix nanoseconds, half-open; a range longer than eight years is cut at its start.
 *
 * @param leastNs minimum length of a bucket @default that of the stored counts
 */
export function timeBuckets(
  { from, to }: { readonly from: bigint; readonly to: bigint },
  leastNs: bigint = 5n * MINUTE_NS,
): TimeBuckets {
  const stepNs = BUCKET_LENGTHS.find(step => step >= leastNs && (to - from) / step < MAX_BUCKETS - 1n) ?? 7n * DAY_NS
  const end = ((to + stepNs - 1n) / stepNs) * stepNs
  const begin = (from / stepNs) * stepNs
  const wanted = (end - begin) / stepNs
  const first = wanted > MAX_BUCKETS ? end - MAX_BUCKETS * stepNs : begin
  const whole = { from: first, to: first < end ? end : first + stepNs }
  const buckets: TimeBucket[] = []
  for (let at = whole.from; at < whole.to; at += stepNs) buckets.push({ fromNs: at, toNs: at + stepNs })
  return { stepNs, buckets, whole }
}
