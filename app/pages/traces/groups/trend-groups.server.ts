import {
  countGroupsOverTime,
  type GroupBucket,
  type GroupsOverTimeQuery,
} from '../../../../store/spans/count-groups-over-time.ts'
import type { Store } from '../../../../store/store.ts'
import { endAtNow } from '../../../data/count-and-compare.ts'
import { listDeploys } from '../../../data/list-deploys.ts'
import { formatShare } from '../../../format/amount.ts'
import { clipLine } from '../../../format/clip.ts'
import { formatCount } from '../../../format/count.ts'
import { formatNs } from '../../../format/duration.ts'
import { findRise } from '../../../insights/find-rise.ts'
import { findSlowdown } from '../../../insights/find-slowdown.ts'
import type { Finding } from '../../../insights/finding.ts'
import { writeFindings } from '../../../insights/write-finding.ts'
import { formatGroup } from '../../../parts/span-groups/group-values.ts'
import type { TimeChartModel } from '../../../ui/charts/chart-model.ts'
import { layoutSparkline, type SparklineModel } from '../../../ui/charts/layout-sparkline.server.ts'
import { layoutTimeSeries } from '../../../ui/charts/layout-time-series.server.ts'
import { timeBuckets } from '../../../ui/charts/time-buckets.server.ts'
import type { QueryResult } from '../../../ui/feedback/outage.ts'
import type { TraceFilters } from '../../../url/trace-filters.ts'
import { colourGroups } from './group-colours.ts'

/** The error rate and the 95th percentile of a group over time. */
export interface GroupTrend {
  readonly errorLine: SparklineModel
  readonly p95Line: SparklineModel
}

export interface GroupChart {
  readonly title: string
  /** Since which release its groups are worse, in words; '' if they are not. */
  readonly finding: string
  readonly chart: TimeChartModel
}

interface TrendsOfGroups {
  /** By the values of the groups. */
  readonly lines: ReadonlyMap<string, GroupTrend>
  /** Of the first groups: error rates, unless none failed, 95th percentiles and numbers of spans. */
  readonly charts: { readonly errors: GroupChart | undefined; readonly others: readonly GroupChart[] }
}

/** Above groups, side by side. */
export type GroupCharts = readonly GroupChart[]

/** By the values of the groups. */
export type GroupTrends = QueryResult<ReadonlyMap<string, GroupTrend>> | undefined

interface TrendQuery extends Omit<GroupsOverTimeQuery, 'bucketNs'> {
  readonly nowMs: number
  readonly filters: Pick<TraceFilters, 'service' | 'environment'>
}

/** More of them would have too few spans each. */
const MAX_POINTS = 24n
const MAX_NAME_CHARS = 40

/** Beyond so many times the smallest value a linear axis would lay it on the ground. */
const MAX_LINEAR = 20

/** The trends of groups, with charts of the first ones. */
export async function trendGroups(
  store: Store,
  { nowMs, filters, ...query }: TrendQuery,
  signal?: AbortSignal,
): Promise<TrendsOfGroups> {
  const range = endAtNow(query.range, nowMs)
  const { buckets, stepNs } = timeBuckets(range, (range.to - range.from) / MAX_POINTS)
  const { hidden = [] } = query
  const [rows, marks] = await Promise.all([
    countGroupsOverTime(store, { ...query, bucketNs: stepNs }, signal),
    listDeploys(store, { filters: { ...filters, hidden }, range, stepNs }, signal),
  ])
  const byValue = Map.groupBy(rows, ({ value }) => value)
  const trendOf = (value: string, numberOf: (row: GroupBucket) => number) => {
    const byTime = new Map(byValue.get(value)?.map(row => [row.bucketNs, row]))
    return buckets.map(({ fromNs }) => {
      const row = byTime.get(fromNs)
      return row && numberOf(row)
    })
  }
  const lines = new Map(
    [...byValue.keys()].map(value => [
      value,
      {
        errorLine: layoutSparkline(trendOf(value, errorRate).map(rate => rate ?? 0)),
        p95Line: layoutSparkline(trendOf(value, p95Of)),
      },
    ]),
  )
  const drawn = [...colourGroups(query.values)]
  const [one, ...others] = drawn.map(([value]) => clipLine(formatGroup(value), MAX_NAME_CHARS))
  const chartOf = (
    title: string,
    numberOf: (row: GroupBucket) => number,
    { find, logarithmic, ...axis }: ChartOptions,
  ): GroupChart => {
    const series = drawn.map(([value, colour]) => ({
      name: clipLine(formatGroup(value), MAX_NAME_CHARS),
      colour,
      shape: 'steps' as const,
      values: trendOf(value, numberOf),
    }))
    const findings = drawn.flatMap(([value]) => {
      const finding = find?.(byValue.get(value) ?? [])
      return finding === undefined ? [] : { ...finding, subject: clipLine(formatGroup(value), MAX_NAME_CHARS) }
    })
    const isLogarithmic = logarithmic ?? isWide(series)
    return {
      title: `${title} ${others.length === 0 ? `of ${one}` : 'by group'}${isLogarithmic ? ', log scale' : ''}`,
      finding: writeFindings(findings),
      chart: layoutTimeSeries({ buckets, range, marks, series, logarithmic: isLogarithmic, ...axis }),
    }
  }
  const hasFailed = drawn.some(([value]) => byValue.get(value)?.some(({ failed }) => failed > 0))
  const errors = chartOf('Error rate', errorRate, {
    logarithmic: false,
    format: share => formatShare(share, 1),
    find: of => findRise(of, marks, { toNs: range.to }),
  })
  const p95 = chartOf('p95', p95Of, {
    format: formatNs,
    find: of => findSlowdown(of, marks, { stepNs }),
  })
  const spans = chartOf('Spans', ({ count, oneIn }) => count * oneIn, { format: formatCount, whole: true })
  return { lines, charts: { errors: hasFailed ? errors : undefined, others: drawn.length > 0 ? [p95, spans] : [] } }
}

interface ChartOptions extends Pick<Parameters<typeof layoutTimeSeries>[0], 'format' | 'logarithmic' | 'whole'> {
  /** What there is to tell of a group. */
  readonly find?: (rows: readonly GroupBucket[]) => Finding | undefined
}

function isWide(series: readonly { readonly values: readonly (number | undefined)[] }[]): boolean {
  const known = series.flatMap(({ values }) => values).filter(value => value !== undefined)
  return Math.max(...known) > MAX_LINEAR * Math.min(...known)
}

/** The charts of groups; that of all spans stands for error rates where there are none. */
export function chartGroups(
  all: QueryResult<{ readonly chart: TimeChartModel; readonly title: string | undefined }>,
  of: QueryResult<TrendsOfGroups> | undefined,
): QueryResult<GroupCharts> {
  const [ofAll] = 'answer' in all ? [all.answer] : []
  const { errors, others = [] } = of && 'answer' in of ? of.answer.charts : {}
  const first = errors ?? (ofAll && { title: ofAll.title ?? 'Spans over time', finding: '', chart: ofAll.chart })
  if (first === undefined && 'outage' in all) return all
  return { answer: [first, ...others].filter(one => one !== undefined) }
}

const errorRate = ({ failed, count }: GroupBucket) => failed / count
const p95Of = ({ p95 }: GroupBucket) => Number(p95)
