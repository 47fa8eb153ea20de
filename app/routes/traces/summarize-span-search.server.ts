import type { SearchFacets } from '../../../store/search/search-facets.ts'
import {
  countGroupsOverTime,
  type GroupBucket,
  type GroupsOverTimeQuery,
} from '../../../store/spans/count-groups-over-time.ts'
import type { SpanGroups } from '../../../store/spans/group-spans.ts'
import { listSpanFacets, type SpanFacetQuery } from '../../../store/spans/list-span-facets.ts'
import type { Store } from '../../../store/store.ts'
import type { TimeRange } from '../../../store/units.ts'
import { formatShare } from '../../format/amount.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { endAtNow } from '../../server/count-and-compare.ts'
import { listDeploys } from '../../server/list-deploys.ts'
import { clipLine } from '../../stacks/clip.ts'
import type { TimeBucket, TimeChartModel } from '../../ui/charts/chart-model.ts'
import { chooseSlowerGroups } from '../../ui/charts/choose-slower-groups.server.ts'
import { layoutSparkline, type SparklineModel } from '../../ui/charts/layout-sparkline.server.ts'
import { layoutTimeSeries } from '../../ui/charts/layout-time-series.server.ts'
import { ONE_MINUTE_BUCKETS, timeBuckets } from '../../ui/charts/time-buckets.server.ts'
import type { QueryResult } from '../../ui/feedback/outage.ts'
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
  const durations = layoutDurations(times, range, cells, marks, { isCompared: asked.selection !== undefined })
  return { ...counts, chart, title, durations, percentiles }
}

/** The error rate and the 95th percentile of a group over time. */
interface GroupTrend {
  readonly errorLine: SparklineModel
  readonly p95Line: SparklineModel
}

interface TrendsOfGroups {
  /** By the values of the groups. */
  readonly lines: ReadonlyMap<string, GroupTrend>
  /** Error rates of the groups in which most spans failed, without marks; `undefined` if none did. */
  readonly failing: GroupChart | undefined
  /** What has not been laid out: the 95th percentiles of each group. */
  readonly buckets: readonly TimeBucket[]
  readonly range: TimeRange
  readonly p95s: ReadonlyMap<string, readonly (number | undefined)[]>
}

interface GroupChart {
  readonly title: string
  readonly chart: TimeChartModel
}

/** The chart above groups, and one more below it. */
export interface GroupCharts {
  readonly title?: string | undefined
  readonly chart: TimeChartModel
  /** 95th percentiles of the groups that became slower by most. */
  readonly slower?: GroupChart | undefined
}

/** By the values of the groups. */
export type GroupTrends = QueryResult<ReadonlyMap<string, GroupTrend>> | undefined

/** More of them would have too few spans each. */
const MAX_POINTS = 24n
const COLOURS = ['series-0', 'series-1', 'series-2'] as const
const MAX_NAME_CHARS = 40

/** The trends of groups. */
export async function trendGroups(
  store: Store,
  { nowMs, ...query }: Omit<GroupsOverTimeQuery, 'bucketNs'> & { readonly nowMs: number },
  signal?: AbortSignal,
): Promise<TrendsOfGroups> {
  const range = endAtNow(query.range, nowMs)
  const { buckets, stepNs } = timeBuckets(range, (range.to - range.from) / MAX_POINTS)
  const counted = await countGroupsOverTime(store, { ...query, bucketNs: stepNs }, signal)
  const groups = [...Map.groupBy(counted, ({ value }) => value)].map(([value, rows]) => {
    const byTime = new Map(rows.map(row => [row.bucketNs, row]))
    return { value, failed: sumFailed(rows), found: buckets.map(({ fromNs }) => byTime.get(fromNs)) }
  })
  const lines = new Map(
    groups.map(({ value, found }) => [
      value,
      {
        errorLine: layoutSparkline(found.map(row => errorRate(row) ?? 0)),
        p95Line: layoutSparkline(found.map(row => row && Number(row.p95))),
      },
    ]),
  )
  const worst = groups
    // What lacks the attribute is no group that anybody asked for.
    .filter(({ value, failed }) => value !== '' && failed > 0)
    .toSorted((a, b) => b.failed - a.failed)
    .slice(0, COLOURS.length)
    .map(({ value, found }) => ({ name: clipLine(value, MAX_NAME_CHARS), values: found.map(errorRate) }))
  const [first, ...others] = worst
  const p95s = new Map(groups.map(({ value, found }) => [value, found.map(row => row && Number(row.p95))]))
  if (first === undefined) return { lines, failing: undefined, buckets, range, p95s }
  const isOne = others.length === 0
  const series = isOne
    ? [{ ...first, colour: 'bad' as const, shape: 'bars' as const }]
    : worst.map((of, i) => ({ ...of, colour: COLOURS[i] ?? COLOURS[0], shape: 'line' as const }))
  const chart = layoutTimeSeries({ buckets, range, series, format: share => formatShare(share, 1) })
  const failing = { title: isOne ? `Error rate of ${first.name}` : 'Error rate by group', chart }
  return { lines, failing, buckets, range, p95s }
}

/**
 * The groups in which spans failed, with the releases that the chart of all spans has; without failures that chart. Below it are those that
 * became slower.
 */
export function chartGroups(
  all: QueryResult<SpanSearchSummary>,
  of: QueryResult<TrendsOfGroups> | undefined,
  now: SpanGroups | undefined,
  before: QueryResult<SpanGroups> | undefined,
): QueryResult<GroupCharts> {
  if (of === undefined || !('answer' in of)) return all
  const marks = 'answer' in all ? all.answer.chart.marks : []
  const withMarks = (chart: GroupChart | undefined) => chart && { ...chart, chart: { ...chart.chart, marks } }
  const failing = withMarks(of.answer.failing)
  const slower =
    now && before && 'answer' in before
      ? withMarks(chartPercentiles(of.answer, chooseSlowerGroups(now, before.answer).slice(0, COLOURS.length)))
      : undefined
  if (failing === undefined) return 'answer' in all ? { answer: { ...all.answer, slower } } : all
  return { answer: { ...failing, slower } }
}

function chartPercentiles({ buckets, range, p95s }: TrendsOfGroups, values: readonly string[]): GroupChart | undefined {
  const series = values.map((value, i) => ({
    name: clipLine(value, MAX_NAME_CHARS),
    values: p95s.get(value) ?? [],
    colour: COLOURS[i] ?? COLOURS[0],
    shape: 'line' as const,
  }))
  const [first] = series
  if (first === undefined) return undefined
  const chart = layoutTimeSeries({ buckets, range, series, format: ns => formatDuration(BigInt(Math.round(ns))) })
  return { title: series.length === 1 ? `p95 of ${first.name}` : 'p95 of the groups that became slower', chart }
}

const errorRate = (row: GroupBucket | undefined) => row && row.failed / row.count

const sumFailed = (rows: readonly GroupBucket[]) => rows.reduce((sum, { failed }) => sum + failed, 0)
