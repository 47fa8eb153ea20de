import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { formatDuration } from '../../format/duration.ts'
import { Chart } from './chart.tsx'
import type { TimeBucket, TimeChartModel } from './chart-model.ts'
import { TimePlot } from './time-plot.tsx'

interface TimeSeriesProps {
  readonly title: ReactNode
  /** What it shows, in a sentence. */
  readonly caption: ReactNode
  readonly chart: TimeChartModel
  /** URL of an interval: the same page, or its list, with this time range. */
  readonly linkTo: (stretch: TimeBucket) => string
  /** As for `Chart`. */
  readonly listsReleases?: boolean
}

/** A chart over time whose buckets and intervals are links. */
export function TimeSeries({ title, caption, chart, linkTo, listsReleases = true }: TimeSeriesProps) {
  const navigate = useNavigate()
  const [first] = chart.times
  return (
    <Chart
      title={title}
      caption={caption}
      chart={chart}
      unit={first && `per ${formatDuration(first.toNs - first.fromNs)}`}
      listsReleases={listsReleases}
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
