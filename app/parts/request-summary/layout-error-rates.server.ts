import { formatShare } from '../../format/amount.ts'
import { MIN_EVENTS } from '../../insights/thresholds.ts'
import type { TimeBucket, TimeChartModel } from '../../ui/charts/chart-model.ts'
import { layoutTimeSeries, type TimelineEvent } from '../../ui/charts/layout-time-series.server.ts'
import { timeBuckets } from '../../ui/charts/time-buckets.server.ts'
import type { PageTimeRange } from '../../url/time-range.ts'

const MIN_BUCKETS = 8

/** Counts of each bucket, now and in the previous period. */
export interface Buckets {
  readonly now: readonly number[]
  readonly before: readonly number[]
}

interface ErrorRates {
  readonly buckets: readonly TimeBucket[]
  readonly range: PageTimeRange | undefined
  readonly marks: readonly TimelineEvent[]
  readonly requests: Buckets
  readonly failed: Buckets
}

/** Error rates over time, in longer intervals where there are few requests; grey where even those have fewer than five. */
export function layoutErrorRates({ range, marks, ...counts }: ErrorRates): TimeChartModel {
  const { buckets, requests, failed } = lengthen(counts)
  const isFew = requests.now.map(count => count > 0 && count < MIN_EVENTS)
  const rates = shares(failed.now, requests.now)
  const few = rates.map((rate, i) => (isFew[i] ? rate : undefined))
  return layoutTimeSeries({
    buckets,
    ...(range && { range }),
    marks,
    format: share => formatShare(share, 1),
    series: [
      {
        name: 'Error rate',
        colour: 'bad',
        shape: 'bars',
        values: rates.map((rate, i) => (isFew[i] ? undefined : rate)),
      },
      ...(few.some(rate => rate !== undefined && rate > 0)
        ? [{ name: `of fewer than ${MIN_EVENTS}`, colour: 'before', shape: 'bars', values: few } as const]
        : []),
      { name: 'Previous period', colour: 'before', shape: 'line', values: shares(failed.before, requests.before) },
    ],
  })
}

type Counts = Pick<ErrorRates, 'buckets' | 'requests' | 'failed'>

/** Adds up buckets until they have five requests on average. */
function lengthen(counts: Counts): Counts {
  const { buckets, requests, failed } = counts
  const [first, last] = [buckets[0], buckets.at(-1)]
  const total = requests.now.reduce((sum, count) => sum + count, 0)
  const wanted = Math.max(MIN_BUCKETS, Math.floor(total / MIN_EVENTS))
  if (first === undefined || last === undefined || total === 0 || buckets.length <= wanted) return counts
  const whole = { from: first.fromNs, to: last.toNs }
  const longer = timeBuckets(whole, (whole.to - whole.from) / BigInt(wanted))
  const add = (of: readonly number[]) =>
    longer.buckets.map(({ fromNs, toNs }) =>
      buckets.reduce(
        (sum, bucket, i) => (bucket.fromNs >= fromNs && bucket.fromNs < toNs ? sum + (of[i] ?? 0) : sum),
        0,
      ),
    )
  const addBoth = ({ now, before }: Buckets) => ({ now: add(now), before: add(before) })
  return { buckets: longer.buckets, requests: addBoth(requests), failed: addBoth(failed) }
}

/** Failed requests over all; unknown without requests. */
const shares = (failed: readonly number[], all: readonly number[]) =>
  all.map((count, i) => (count === 0 ? undefined : (failed[i] ?? 0) / count))
