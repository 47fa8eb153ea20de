import type { BindParameter } from '../../search/bind.ts'
import type { Ns, TimeRange } from '../units.ts'

const MINUTE_NS = 60_000_000_000n
const HOUR_NS = 60n * MINUTE_NS
const DAY_NS = 24n * HOUR_NS
const FIVE_MINUTES_NS = 5n * MINUTE_NS
/** Of longer ranges a few minutes more at either end do not matter, and by hours they are read faster. */
const MAX_SHORT_RANGE_NS = 7n * HOUR_NS
/** Minutes of stored buckets, longest first: each is a multiple of the next. */
const LENGTHS = { ofHours: [1440n, 180n, 60n], ofMinutes: [1440n, 180n, 30n, 5n] } as const

/** A range in whole hours, or in whole five minutes if it is short. */
export interface HourRange {
  readonly fromNs: Ns
  readonly toNs: Ns
}

/** The whole hours that hold a range, or the whole five minutes. */
export function extendToWholeHours({ from, to }: TimeRange): HourRange {
  const unitNs = to - from <= MAX_SHORT_RANGE_NS ? FIVE_MINUTES_NS : HOUR_NS
  return { fromNs: floor(from, unitNs), toNs: ceil(to, unitNs) }
}

/**
 * A range that ends with the hour that runs, until midnight: that adds nothing but what senders date ahead, and today is read as one day in
 * place of its hours. A short one is read by minutes, and stays as it is.
 */
export function ceilToDay({ from, to }: TimeRange, nowNs: Ns): TimeRange {
  return { from, to: to - from > MAX_SHORT_RANGE_NS && ceil(to, HOUR_NS) > nowNs ? ceil(to, DAY_NS) : to }
}

/** Stored buckets of one length, from a time to another. */
interface StoredBuckets extends HourRange {
  readonly minutes: bigint
}

/** The fewest stored buckets that together are a range. By time. @param range in whole five minutes */
export function chooseStoredBuckets(range: HourRange): StoredBuckets[] {
  const isOfHours = range.fromNs % HOUR_NS === 0n && range.toNs % HOUR_NS === 0n
  return fill(range, isOfHours ? LENGTHS.ofHours : LENGTHS.ofMinutes)
}

function fill({ fromNs, toNs }: HourRange, [minutes, ...shorter]: readonly bigint[]): StoredBuckets[] {
  if (minutes === undefined || fromNs >= toNs) return []
  const [first, last] = [ceil(fromNs, minutes * MINUTE_NS), floor(toNs, minutes * MINUTE_NS)]
  if (first >= last) return fill({ fromNs, toNs }, shorter)
  return [
    ...fill({ fromNs, toNs: first }, shorter),
    { minutes, fromNs: first, toNs: last },
    ...fill({ fromNs: last, toNs }, shorter),
  ]
}

/** A condition on rows of issue_activity: each exception of a range is in one of its rows. @param range in whole five minutes */
export function writeStoredBuckets(range: HourRange, bind: BindParameter): string {
  const conditions = chooseStoredBuckets(range).map(({ minutes, fromNs, toNs }) => {
    const [from, to] = [bind(fromNs, 'Int64'), bind(toNs, 'Int64')]
    return `BucketMinutes = ${minutes} AND Bucket >= fromUnixTimestamp64Nano(${from}) AND Bucket < fromUnixTimestamp64Nano(${to})`
  })
  return conditions.length === 0 ? '0' : conditions.join(' OR ')
}

const floor = (ns: bigint, step: bigint) => (ns / step) * step
const ceil = (ns: bigint, step: bigint) => floor(ns + step - 1n, step)
