import type { TimeRange } from '../../../store/units.ts'
import { formatCount } from '../../format/count.ts'
import type { TimeBucket, TimeChartModel } from '../../ui/charts/chart-model.ts'
import { layoutTimeSeries, type TimelineEvent } from '../../ui/charts/layout-time-series.server.ts'

interface OutcomesQuery {
  readonly times: readonly TimeBucket[]
  readonly range: TimeRange
  /** Several of one time are added. */
  readonly buckets: readonly { readonly bucketNs: bigint; readonly count: number; readonly failed: boolean }[]
  readonly marks: readonly TimelineEvent[]
  readonly names: { readonly succeeded: string; readonly failed: string }
}

/** A chart of the rows of a list over time: those that failed above the others. */
export function layoutOutcomes({ times, range, buckets, marks, names }: OutcomesQuery): TimeChartModel {
  const byTime = Map.groupBy(buckets, ({ bucketNs }) => bucketNs)
  const valuesOf = (wanted: boolean) =>
    times.map(({ fromNs }) =>
      (byTime.get(fromNs) ?? []).reduce((sum, { count, failed }) => sum + (failed === wanted ? count : 0), 0),
    )
  const series = [
    { name: names.succeeded, colour: 'series-0', shape: 'bars', values: valuesOf(false) },
    { name: names.failed, colour: 'bad', shape: 'bars', values: valuesOf(true) },
  ] as const
  // A legend of what there is none of would be looked for in the chart.
  const shown = series.filter(({ values }) => values.some(value => value > 0))
  return layoutTimeSeries({
    buckets: times,
    range,
    series: shown.length > 0 ? shown : series.slice(0, 1),
    marks,
    format: formatCount,
    whole: true,
  })
}
