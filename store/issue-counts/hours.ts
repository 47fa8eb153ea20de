import type { Ns, TimeRange } from '../units.ts'

const HOUR_NS = 3_600_000_000_000n
const DAY_NS = 24n * HOUR_NS

/**
 * A range in whole hours that is read by days where possible: days from `dayFromNs` to `dayToNs`, hours for the rest.
 */
export interface Hours {
  readonly fromNs: bigint
  readonly toNs: bigint
  readonly dayFromNs: bigint
  readonly dayToNs: bigint
}

/** The whole hours that contain a range. */
export function wholeHours({ from, to }: TimeRange): Hours {
  const fromNs = (from / HOUR_NS) * HOUR_NS
  const toNs = ceil(to, HOUR_NS)
  const [firstDay, lastDay] = [ceil(fromNs, DAY_NS), (toNs / DAY_NS) * DAY_NS]
  const [dayFromNs, dayToNs] = firstDay < lastDay ? [firstDay, lastDay] : [fromNs, fromNs]
  return { fromNs, toNs, dayFromNs, dayToNs }
}

/**
 * Extends a range that ends in the current hour to midnight. Only rows dated in the future are added, and today is read
 * as one day instead of by hours.
 */
export function ceilToDay({ from, to }: TimeRange, nowNs: Ns): TimeRange {
  return { from, to: ceil(to, HOUR_NS) > nowNs ? ceil(to, DAY_NS) : to }
}

const ceil = (ns: bigint, step: bigint) => ((ns + step - 1n) / step) * step
