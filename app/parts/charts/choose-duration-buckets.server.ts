import type { TimeRange } from '../../../store/units.ts'
import { MIN_COUNT_FOR_P99 } from '../../insights/thresholds.ts'
import { timeBuckets } from '../../ui/charts/time-buckets.server.ts'

/** In an average interval, so that its 95th percentile is not its longest request. */
const MIN_REQUESTS_FOR_P95 = 20
const MIN_DURATION_BUCKETS = 10

/** Intervals with enough requests for percentiles: longer ones where there are few requests, and no p99 where it would be the longest. */
export function chooseDurationBuckets(range: TimeRange, requests: number) {
  const wanted = Math.ceil(Math.max(MIN_DURATION_BUCKETS, requests / MIN_REQUESTS_FOR_P95))
  const { buckets, stepNs } = timeBuckets(range, (range.to - range.from) / BigInt(wanted))
  const hasP99 = requests >= MIN_COUNT_FOR_P99 * buckets.length
  const percentiles: readonly ('p50' | 'p95' | 'p99')[] = hasP99 ? ['p50', 'p95', 'p99'] : ['p50', 'p95']
  return { buckets, stepNs, percentiles }
}
