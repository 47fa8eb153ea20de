import { countReceivedOverTime } from '../../../store/pipeline/count-received-over-time.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { formatCount } from '../../format/count.ts'
import { endAtNow } from '../../server/count-and-compare.ts'
import type { TimeChartModel } from '../../ui/charts/chart-model.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { timeBuckets } from '../../ui/charts/time-buckets.server.ts'

export interface ReceivedSummary {
  readonly chart: TimeChartModel
  /** Items of all signals, after all retries. */
  readonly lost: number
}

/** Spans and log records that Collectors received over time, and what they lost. */
export async function summarizeReceived(
  store: Store,
  { nowMs, ...asked }: { readonly range: TimeRange; readonly nowMs: number },
  signal?: AbortSignal,
): Promise<ReceivedSummary> {
  const range = endAtNow(asked.range, nowMs)
  const { buckets, stepNs, whole } = timeBuckets(range)
  const counted = await countReceivedOverTime(store, { range: whole, stepNs }, signal)
  const byTime = new Map(counted.map(bucket => [bucket.bucketNs, bucket]))
  const valuesOf = (name: 'spans' | 'logs' | 'lost') => buckets.map(({ fromNs }) => byTime.get(fromNs)?.[name] ?? 0)
  const lost = counted.reduce((sum, bucket) => sum + bucket.lost, 0)
  const series = [
    { name: 'spans', colour: 'series-0', shape: 'bars', values: valuesOf('spans') },
    { name: 'log records', colour: 'series-1', shape: 'bars', values: valuesOf('logs') },
    { name: 'lost', colour: 'bad', shape: 'bars', values: valuesOf('lost') },
  ] as const
  const chart = layoutTimeSeries({
    buckets,
    range,
    series: lost > 0 ? series : series.slice(0, 2),
    format: formatCount,
    whole: true,
  })
  return { chart, lost }
}
