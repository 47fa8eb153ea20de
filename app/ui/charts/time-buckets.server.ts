import type { TimeBucket } from './chart-model.ts'

const S = 1_000_000_000n
const MIN = 60n * S
const H = 60n * MIN
const D = 24n * H
/** Those from five minutes on are a whole number of the ones that the store keeps counts by. */
const STEPS = [MIN, 5n * MIN, 15n * MIN, 30n * MIN, H, 2n * H, 3n * H, 6n * H, 12n * H, D, 2n * D, 7n * D] as const
const MAX_BUCKETS = 60n

export interface TimeBuckets {
  readonly stepNs: bigint
  /** 1 to 60 buckets that start at multiples of their length (UTC); the first and last may extend beyond the range. */
  readonly buckets: readonly TimeBucket[]
}

/** For counts that are read row by row, so that a quarter of an hour has more than four bars. */
export const ONE_MINUTE_BUCKETS = MIN

/**
 * Divides a range into buckets of a round length. Unix nanoseconds, half-open; a range longer than eight years is cut at its start.
 *
 * @param leastNs minimum length of a bucket @default that of the stored counts
 */
export function timeBuckets(
  { from, to }: { readonly from: bigint; readonly to: bigint },
  leastNs: bigint = 5n * MIN,
): TimeBuckets {
  const stepNs = STEPS.find(step => step >= leastNs && (to - from) / step < MAX_BUCKETS - 1n) ?? 7n * D
  const end = ((to + stepNs - 1n) / stepNs) * stepNs
  const begin = (from / stepNs) * stepNs
  const wanted = (end - begin) / stepNs
  const first = wanted > MAX_BUCKETS ? end - MAX_BUCKETS * stepNs : begin
  const buckets: TimeBucket[] = []
  for (let at = first; at < end; at += stepNs) buckets.push({ fromNs: at, toNs: at + stepNs })
  return { stepNs, buckets: buckets.length > 0 ? buckets : [{ fromNs: begin, toNs: begin + stepNs }] }
}
