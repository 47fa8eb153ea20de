import type { ReactNode } from 'react'
import { Chart } from './chart.tsx'
import { BOX_HEIGHT, type TimeSlot } from './chart-model.ts'
import type { HeatMapModel } from './heat-map-model.ts'
import { Plot } from './plot.tsx'
import { SlotLink } from './slot-link.tsx'
import { useRovingFocus } from './use-roving-focus.ts'

interface HeatMapProps {
  readonly title: ReactNode
  /** What it shows, in a sentence. */
  readonly caption: ReactNode
  readonly chart: HeatMapModel
  /** Where a slot of time leads. */
  readonly linkTo: (stretch: TimeSlot) => string
}

/** How often values fell into bands over time: the fuller, the stronger. A column is a link to its time. */
export function HeatMap({ title, caption, chart, linkTo }: HeatMapProps) {
  const focus = useRovingFocus(chart.times.length)
  return (
    <Chart
      title={title}
      caption={caption}
      chart={chart}
      plot={labelledBy => (
        <Plot
          chart={chart}
          labelledBy={labelledBy}
          slot={(slot, index) => {
            const time = chart.times[index]
            return time && <SlotLink key={slot.x} slot={slot} to={linkTo(time)} {...focus.of(index)} />
          }}
        >
          <svg
            viewBox={`0 0 ${chart.boxWidth} ${BOX_HEIGHT}`}
            preserveAspectRatio="none"
            width="100%"
            height="100%"
            aria-hidden="true"
            className="heat"
          >
            {OPACITIES.map((opacity, level) => (
              <path key={opacity} fillOpacity={opacity} d={chart.heat[level] ?? ''} />
            ))}
          </svg>
        </Plot>
      )}
    />
  )
}

const OPACITIES = [0.15, 0.35, 0.55, 0.78, 1] as const
