import {
  countGroupsOverTime,
  type GroupBucket,
  type GroupsOverTimeQuery,
} from '../../../../store/spans/count-groups-over-time.ts'
import type { Store } from '../../../../store/store.ts'
import { formatShare } from '../../../format/amount.ts'
import { formatDuration } from '../../../format/duration.ts'
import { endAtNow } from '../../../server/count-and-compare.ts'
import { clipLine } from '../../../stacks/clip.ts'
import type { TimeChartModel } from '../../../ui/charts/chart-model.ts'
import { layoutSparkline, type SparklineModel } from '../../../ui/charts/layout-sparkline.server.ts'
import { layoutTimeSeries } from '../../../ui/charts/layout-time-series.server.ts'
import { timeBuckets } from '../../../ui/charts/time-buckets.server.ts'
import type { QueryResult } from '../../../ui/feedback/outage.ts'
import { colourGroups } from './group-colours.ts'

/** The error rate and the 95th percentile of a group over time. */
interface GroupTrend {
  readonly errorLine: SparklineModel
  readonly p95Line: SparklineModel
}

export interface GroupChart {
  readonly title: string
  readonly chart: TimeChartModel
}

interface TrendsOfGroups {
  /** By the values of the groups. */
  readonly lines: ReadonlyMap<string, GroupTrend>
  /** Error rates of the first groups, unless none failed, and their 95th percentiles; without marks. */
  readonly charts: { readonly errors: GroupChart | undefined; readonly p95: GroupChart | undefined }
}

/** Above groups, side by side. */
export type GroupCharts = readonly GroupChart[]

/** By the values of the groups. */
export type GroupTrends = QueryResult<ReadonlyMap<string, GroupTrend>> | undefined

/** More of them would have too few spans each. */
const MAX_POINTS = 24n
const MAX_NAME_CHARS = 40

/** Beyond so many times the smallest value a linear axis would lay it on the ground. */
const MAX_LINEAR = 20

/** The trends of groups, with charts of the first ones. */
export async function trendGroups(
  store: Store,
  { nowMs, ...query }: Omit<GroupsOverTimeQuery, 'bucketNs'> & { readonly nowMs: number },
  signal?: AbortSignal,
): Promise<TrendsOfGroups> {
  const range = endAtNow(query.range, nowMs)
  const { buckets, stepNs } = timeBuckets(range, (range.to - range.from) / MAX_POINTS)
  const byValue = Map.groupBy(
    await countGroupsOverTime(store, { ...query, bucketNs: stepNs }, signal),
    ({ value }) => value,
  )
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
  const [one, ...others] = drawn.map(([value]) => clipLine(value, MAX_NAME_CHARS))
  const seriesOf = (numberOf: (row: GroupBucket) => number) =>
    drawn.map(([value, colour]) => ({
      name: clipLine(value, MAX_NAME_CHARS),
      colour,
      shape: 'line' as const,
      values: trendOf(value, numberOf),
    }))
  const hasFailed = drawn.some(([value]) => byValue.get(value)?.some(({ failed }) => failed > 0))
  const title = (of: string) => (others.length === 0 ? `${of} of ${one}` : `${of} by group`)
  const p95s = seriesOf(p95Of)
  const known = p95s.flatMap(({ values }) => values).filter(value => value !== undefined)
  const logarithmic = Math.max(...known) > MAX_LINEAR * Math.min(...known)
  const layout = { buckets, range }
  return {
    lines,
    charts: {
      errors: hasFailed
        ? {
            title: title('Error rate'),
            chart: layoutTimeSeries({ ...layout, series: seriesOf(errorRate), format: share => formatShare(share, 1) }),
          }
        : undefined,
      p95:
        drawn.length > 0
          ? {
              title: title('p95'),
              chart: layoutTimeSeries({
                ...layout,
                series: p95s,
                logarithmic,
                format: ns => formatDuration(BigInt(Math.round(ns))),
              }),
            }
          : undefined,
    },
  }
}

/** The charts of groups with the releases that the chart of all spans has, which stands for error rates where there are none. */
export function chartGroups(
  all: QueryResult<{ readonly chart: TimeChartModel; readonly title: string | undefined }>,
  of: QueryResult<TrendsOfGroups> | undefined,
): QueryResult<GroupCharts> {
  const [ofAll] = 'answer' in all ? [all.answer] : []
  const { errors, p95 } = of && 'answer' in of ? of.answer.charts : {}
  const first = errors ?? (ofAll && { title: ofAll.title ?? 'Spans over time', chart: ofAll.chart })
  if (first === undefined && 'outage' in all) return all
  return {
    answer: [first, p95]
      .filter(one => one !== undefined)
      .map(one => ({ ...one, chart: { ...one.chart, marks: ofAll?.chart.marks ?? [] } })),
  }
}

const errorRate = ({ failed, count }: GroupBucket) => failed / count
const p95Of = ({ p95 }: GroupBucket) => Number(p95)
