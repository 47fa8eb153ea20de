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
  /** Where a stretch of time leads: the address of the same page, or of its list, with this time. */
  readonly linkTo: (stretch: TimeBucket) => string
  /** As of `Chart`. */
  readonly listsReleases?: boolean
}

/** A chart of time, each of whose buckets and stretches leads to it. */
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
