import type { SearchFacets } from '../../../store/search-results/search-facets.ts'
import { listSpanFacets, type SpanFacetQuery } from '../../../store/spans/list-span-facets.ts'
import type { Store } from '../../../store/store.ts'
import { endAtNow } from '../../data/count-and-compare.ts'
import { listDeploys } from '../../data/list-deploys.ts'
import { formatShare } from '../../format/amount.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import type { TimeChartModel } from '../../ui/charts/chart-model.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { ONE_MINUTE_BUCKETS, timeBuckets } from '../../ui/charts/time-buckets.server.ts'
import type { TraceFilters } from '../../url/trace-filters.ts'
import { type DurationsModel, layoutDurations } from './layout-durations.server.ts'

export interface SpanSearchSummary extends Omit<SearchFacets, 'buckets' | 'cells' | 'p50Ns' | 'p95Ns'> {
  /** Spans over time, and failed ones among them; of groups the error rate. */
  readonly chart: TimeChartModel
  /** Of a chart that does not show the spans. */
  readonly title: string | undefined
  readonly durations: DurationsModel | undefined
  /** `, p50 1.78 ms, p95 10.9 ms`; '' without spans. */
  readonly percentiles: string
}

/** Counts the spans of a search, with facets, a chart and a heat map. */
export async function summarizeSpanSearch(
  store: Store,
  {
    nowMs,
    filters,
    ...asked
  }: Omit<SpanFacetQuery, 'bucketNs'> & {
    readonly nowMs: number
    readonly filters: Pick<TraceFilters, 'service' | 'environment' | 'show'>
  },
  signal?: AbortSignal,
): Promise<SpanSearchSummary> {
  const range = endAtNow(asked.range, nowMs)
  const { buckets: times, stepNs } = timeBuckets(range, ONE_MINUTE_BUCKETS)
  const { hidden = [] } = asked
  const [{ buckets, cells, p50Ns, p95Ns, ...counts }, marks] = await Promise.all([
    listSpanFacets(store, { ...asked, bucketNs: stepNs }, signal),
    listDeploys(store, { filters: { ...filters, hidden }, range, stepNs }, signal),
  ])
  const byTime = new Map(buckets.map(bucket => [bucket.bucketNs, bucket]))
  const valuesOf = (value: (bucket: { count: number; failed: number }) => number) =>
    times.map(({ fromNs }) => value(byTime.get(fromNs) ?? { count: 0, failed: 0 }))
  const series = [
    { name: 'succeeded', colour: 'series-0', shape: 'bars', values: valuesOf(({ count, failed }) => count - failed) },
    { name: 'failed', colour: 'bad', shape: 'bars', values: valuesOf(({ failed }) => failed) },
  ] as const
  // Among thousands of spans some failures are a line of one pixel: beside error rates of groups it is the rate that is looked for.
  const isRate = filters.show === 'groups' && counts.failed > 0
  const title = isRate ? 'Error rate of all spans' : undefined
  const chart = isRate
    ? layoutTimeSeries({
        buckets: times,
        range,
        series: [
          {
            name: 'error rate',
            colour: 'bad',
            shape: 'bars',
            values: valuesOf(({ count, failed }) => failed / Math.max(1, count)),
          },
        ],
        marks,
        format: share => formatShare(share, 1),
      })
    : layoutTimeSeries({
        buckets: times,
        range,
        // A legend of what there is none of would be looked for in the chart.
        series: counts.failed > 0 ? series : series.slice(0, 1),
        marks,
        format: formatCount,
        whole: true,
      })
  const percentiles = counts.total > 0 ? `, p50 ${formatDuration(p50Ns)}, p95 ${formatDuration(p95Ns)}` : ''
  const durations = layoutDurations(times, range, cells, marks, {
    isCompared: asked.selection !== undefined,
    oneIn: counts.oneIn,
  })
  return { ...counts, chart, title, durations, percentiles }
}
