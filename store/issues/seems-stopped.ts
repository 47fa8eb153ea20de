import type { Ns, TimeRange } from '../units.ts'

/** Traffic at night can be a fifth of that by day, and three missing events have a probability of 5 % by chance. */
export const STOP_EVENTS = 10
export const MIN_QUIET_NS = 3_600_000_000_000n

interface SeenIssue {
  readonly firstSeenNs: Ns
  readonly lastSeenNs: Ns
  /** In the range. */
  readonly events: number
}

/**
 * Whether an issue seems to have stopped by the end of a range, or by now: it was last seen in its first half, or ten events were to be
 * expected since, at its rate in the range; in either case at least an hour ago. rank-issues.sql has the same rule.
 */
export function seemsStopped(
  { firstSeenNs, lastSeenNs, events }: SeenIssue,
  { range, nowNs }: { readonly range: TimeRange; readonly nowNs: Ns },
): boolean {
  const endNs = range.to < nowNs ? range.to : nowNs
  const quietNs = endNs - lastSeenNs
  if (quietNs < MIN_QUIET_NS) return false
  const activeNs = lastSeenNs - (firstSeenNs > range.from ? firstSeenNs : range.from)
  const rateNs = activeNs > MIN_QUIET_NS ? activeNs : MIN_QUIET_NS
  return 2n * quietNs > endNs - range.from || Number(quietNs) * (events - 1) >= STOP_EVENTS * Number(rateNs)
}
