import type { Ns, TimeRange } from '../units.ts'

const HOUR_NS = 3_600_000_000_000n
const DAY_NS = 24n * HOUR_NS
const FIVE_MINUTES_NS = HOUR_NS / 12n
/** Of longer ranges a few minutes more at either end do not matter, and by hours they are read faster. */
const MAX_SHORT_RANGE_NS = 7n * HOUR_NS

/**
 * A range in whole hours, or in whole five minutes if it is short, read by days where possible: days from `dayFromNs` to `dayToNs`,
 * `minutes` for the rest.
 */
export interface HourRange {
  /** Length of the stored buckets: 5 or 60. */
  readonly minutes: number
  readonly fromNs: bigint
  readonly toNs: bigint
  readonly dayFromNs: bigint
  readonly dayToNs: bigint
}

/** The whole hours that hold a range, or the whole five minutes. */
export function extendToWholeHours({ from, to }: TimeRange): HourRange {
  const isShort = to - from <= MAX_SHORT_RANGE_NS
  const unitNs = isShort ? FIVE_MINUTES_NS : HOUR_NS
  const fromNs = (from / unitNs) * unitNs
  const toNs = ceil(to, unitNs)
  const [firstDay, lastDay] = [ceil(fromNs, DAY_NS), (toNs / DAY_NS) * DAY_NS]
  const [dayFromNs, dayToNs] = firstDay < lastDay ? [firstDay, lastDay] : [fromNs, fromNs]
  return { minutes: isShort ? 5 : 60, fromNs, toNs, dayFromNs, dayToNs }
}

/**
 * A range that ends with the hour that runs, until midnight: that adds nothing but what senders date ahead, and today is read as one day in
 * place of its hours. A short one is read by minutes, and stays as it is.
 */
export function ceilToDay({ from, to }: TimeRange, nowNs: Ns): TimeRange {
  return { from, to: to - from > MAX_SHORT_RANGE_NS && ceil(to, HOUR_NS) > nowNs ? ceil(to, DAY_NS) : to }
}

const ceil = (ns: bigint, step: bigint) => ((ns + step - 1n) / step) * step
