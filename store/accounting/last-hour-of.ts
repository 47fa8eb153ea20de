import { type Ns, nsOfMs, type TimeRange } from '../units.ts'
import { INGEST_SETTLING_SECONDS } from './count-stored.ts'

const MINUTE_NS = 60_000_000_000n
const HOUR_NS = 60n * MINUTE_NS
const SETTLED_NS = nsOfMs(INGEST_SETTLING_SECONDS * 1_000)

/**
 * The latest hour of a range of which all has been stored: more takes too long to count. It starts with a whole minute, because drops are
 * counted by minute.
 *
 * @returns `undefined` if nothing of the range has settled.
 */
export function lastHourOf({ from, to }: TimeRange, nowNs: Ns): TimeRange | undefined {
  const settled = nowNs - SETTLED_NS
  const end = to < settled ? to : settled
  const begin = from > end - HOUR_NS ? from : end - HOUR_NS
  return begin < end ? { from: (begin / MINUTE_NS) * MINUTE_NS, to: end } : undefined
}
