import type { ReactNode } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatDuration } from '../../format/duration.ts'
import { changeParams } from '../../url/filter-links.ts'
import { timeRangeParams } from '../../url/time-range.ts'
import { Chart } from './chart.tsx'
import type { TimeBucket, TimeChartModel } from './chart-model.ts'
import { TimePlot } from './time-plot.tsx'

interface TimeSeriesProps {
  readonly title: ReactNode
  /** What it shows, in a sentence. */
  readonly caption: ReactNode
  readonly chart: TimeChartModel
  /** Parameters that the URL of an interval loses: it is the page's own with this time range. */
  readonly without?: Readonly<Record<string, string>>
  /** As for `Chart`. */
  readonly legend?: ReactNode
  readonly listsReleases?: boolean
  readonly foldsReleases?: boolean
  readonly hasLegend?: boolean
}

/** A chart over time whose buckets and intervals are links. */
export function TimeSeries({ without, chart, ...shown }: TimeSeriesProps) {
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const linkTo = (time: TimeBucket) => changeParams(params, { ...without, ...timeRangeParams(time) })
  // The first and the last may be partial.
  const stepNs = Math.max(0, ...chart.times.map(({ fromNs, toNs }) => Number(toNs - fromNs)))
  return (
    <Chart
      {...shown}
      chart={chart}
      unit={stepNs > 0 ? `per ${formatDuration(BigInt(stepNs))}` : undefined}
      plot={labelledBy => (
        <TimePlot
          chart={chart}
          labelledBy={labelledBy}
          linkTo={linkTo}
          choose={({ fromNs, toNs }) => void navigate(linkTo({ fromNs, toNs }))}
        />
      )}
    />
  )
}
