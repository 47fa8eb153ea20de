import { countReceivedOverTime } from '../../../store/pipeline/count-received-over-time.ts'
import type { Store } from '../../../store/store.ts'
import { MINUTE_NS } from '../../../store/time-units.ts'
import type { TimeRange } from '../../../store/units.ts'
import { endAtNow } from '../../data/count-and-compare.ts'
import { formatCount } from '../../format/count.ts'
import { formatSince } from '../../format/time.ts'
import type { TimeChartModel } from '../../ui/charts/chart-model.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { ONE_MINUTE_BUCKETS, timeBuckets } from '../../ui/charts/time-buckets.server.ts'

interface ReceivedChart {
  readonly title: string
  /** How many, and since when if the chart begins with the first report, late in the range. */
  readonly caption: string
  readonly chart: TimeChartModel
}

const SIGNALS = [
  { of: 'spans', title: 'Spans received', colour: 'series-0' },
  { of: 'logs', title: 'Log records received', colour: 'series-1' },
  { of: 'points', title: 'Data points received', colour: 'series-2' },
] as const

/** A chart of a range in which Collectors report for less than this part would be empty but for its end. */
const MIN_PART = 0.25
/** Drawn before the first report, in which what it counts was received. */
const LEAD_NS = 5n * MINUTE_NS

/** Spans, log records and data points that Collectors received over time, and what they lost: a chart each, of the same times. */
export async function summarizeReceived(
  store: Store,
  { nowMs, ...asked }: { readonly range: TimeRange; readonly nowMs: number },
  signal?: AbortSignal,
): Promise<readonly ReceivedChart[]> {
  const all = endAtNow(asked.range, nowMs)
  const count = async (range: TimeRange, leastNs?: bigint) => {
    const { buckets, stepNs, whole } = timeBuckets(range, leastNs)
    return { buckets, range, counted: await countReceivedOverTime(store, { range: whole, stepNs }, signal) }
  }
  const wide = await count(all)
  const first = wide.counted[0]?.bucketNs
  const isLate = first !== undefined && Number(all.to - first) < MIN_PART * Number(all.to - all.from)
  const narrow = isLate && { from: first - LEAD_NS, to: all.to }
  const { counted, ...drawn } = narrow ? await count(narrow, ONE_MINUTE_BUCKETS) : wide
  // The first of the wide buckets began up to half an hour before it.
  const sinceNs = narrow ? counted[0]?.bucketNs : undefined
  const range = sinceNs === undefined ? drawn.range : { from: sinceNs - LEAD_NS, to: all.to }
  const buckets = drawn.buckets.filter(({ toNs }) => toNs > range.from)
  const byTime = new Map(counted.map(bucket => [bucket.bucketNs, bucket]))
  const since = sinceNs === undefined ? '' : ` since ${formatSince(sinceNs, all.to)}, the first report`
  return SIGNALS.map(({ of, title, colour }) => {
    const valuesOf = (name: 'received' | 'lost') => buckets.map(({ fromNs }) => byTime.get(fromNs)?.[of][name] ?? 0)
    const [received, lost] = [valuesOf('received'), valuesOf('lost')]
    const series = [
      { name: 'received', colour, shape: 'bars', values: received },
      { name: 'lost', colour: 'bad', shape: 'bars', values: lost },
    ] as const
    return {
      title,
      caption: `${formatCount(sum(received))}${since}`,
      chart: layoutTimeSeries({
        buckets,
        range,
        series: sum(lost) > 0 ? series : series.slice(0, 1),
        format: formatCount,
        whole: true,
      }),
    }
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
