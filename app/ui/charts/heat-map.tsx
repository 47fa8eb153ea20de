import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Chart } from './chart.tsx'
import type { TimeBucket } from './chart-model.ts'
import type { HeatMapModel } from './heat-map-model.ts'
import { TimePlot } from './time-plot.tsx'

interface HeatMapProps {
  readonly title: ReactNode
  /** What it shows, in a sentence. */
  readonly caption: ReactNode
  readonly chart: HeatMapModel
  /** Where a bucket of time leads. */
  readonly linkTo: (stretch: TimeBucket) => string
  /** Where a stretch of time leads of which only some bands are wanted, by their places from 0. */
  readonly linkToArea: (area: TimeBucket & { readonly lowest: number; readonly highest: number }) => string
}

/** How often values fell into bands over time: the fuller, the stronger. A column is a link to its time; a drag chooses time and bands. */
export function HeatMap({ title, caption, chart, linkTo, linkToArea }: HeatMapProps) {
  const navigate = useNavigate()
  return (
    <Chart
      title={title}
      caption={caption}
      chart={chart}
      plot={labelledBy => (
        <TimePlot
          chart={chart}
          labelledBy={labelledBy}
          linkTo={linkTo}
          bands={chart.bands.length}
          choose={area => void navigate(linkToArea(area), { preventScrollReset: true })}
        >
          <svg
            viewBox={chart.viewBox}
            preserveAspectRatio="none"
            width="100%"
            height="100%"
            aria-hidden="true"
            className="heat series-0"
          >
            {OPACITIES.map((opacity, level) => (
              <path key={opacity} fillOpacity={opacity} d={chart.heat[level] ?? ''} />
            ))}
          </svg>
        </TimePlot>
      )}
    />
  )
}

const OPACITIES = [0.15, 0.35, 0.55, 0.78, 1] as const
