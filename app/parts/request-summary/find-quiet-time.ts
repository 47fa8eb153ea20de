import { HOUR_NS } from '../../../store/time-units.ts'
import { formatAgo } from '../../format/time.ts'
import { MIN_EXPECTED } from '../../insights/thresholds.ts'
import type { TimeBucket } from '../../ui/charts/chart-model.ts'

/**
 * Finds how long nothing has failed: an hour or more, in which at the rate before three failures were to be expected.
 *
 * @returns `6 h`; '' if failures go on, if there were none, or if the buckets end before now.
 */
export function findQuietTime(failed: readonly number[], buckets: readonly TimeBucket[], nowNs: bigint): string {
  const [first, last] = [buckets[0], buckets[failed.findLastIndex(count => count > 0)]]
  if (first === undefined || last === undefined || (buckets.at(-1)?.toNs ?? 0n) < nowNs) return ''
  const quietNs = Number(nowNs - last.toNs)
  const events = failed.reduce((sum, count) => sum + count, 0)
  const isQuiet = quietNs >= Number(HOUR_NS) && quietNs * events >= MIN_EXPECTED * Number(last.toNs - first.fromNs)
  return isQuiet ? formatAgo(last.toNs, nowNs).replace(' ago', '') : ''
}
