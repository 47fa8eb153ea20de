import { DAY_NS } from '../../../store/time-units.ts'
import { nsOfMs, type TimeRange } from '../../../store/units.ts'

/**
 * The range for which drops are counted: not beyond now, because the previous period would then be longer, and not before the counts begin.
 */
export function dropCountsRange({ from, to }: TimeRange, { nowMs, keptDays }: { nowMs: number; keptDays: number }) {
  const nowNs = nsOfMs(nowMs)
  const begin = nowNs - BigInt(keptDays) * DAY_NS
  const end = to < nowNs || from >= nowNs ? to : nowNs
  return { from: from < begin && begin < end ? begin : from, to: end }
}
