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
  /** URL of a time bucket. */
  readonly linkTo: (stretch: TimeBucket) => string
  /** URL of an interval and some bands, by their positions from 0. */
  readonly linkToArea: (area: TimeBucket & { readonly lowest: number; readonly highest: number }) => string
}

/** A heat map of values over time: more values, stronger colour. Columns are links to their time; a drag selects time and bands. */
export function HeatMap({ title, caption, chart, linkTo, linkToArea }: HeatMapProps) {
  const navigate = useNavigate()
  const key = OPACITIES.slice(chart.faintest)
  return (
    <Chart
      title={title}
      caption={
        <>
          {caption} Count: 1{' '}
          <svg className="heat series-0" width={key.length * KEY_WIDTH} height="10" aria-hidden="true">
            {key.map((opacity, level) => (
              <rect key={opacity} fillOpacity={opacity} x={level * KEY_WIDTH} width={KEY_WIDTH} height="10" />
            ))}
          </svg>{' '}
          {chart.largest}
        </>
      }
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

const KEY_WIDTH = 14
const OPACITIES = [0.15, 0.35, 0.55, 0.78, 1] as const
