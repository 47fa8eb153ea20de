import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Chart } from './chart.tsx'
import { BOX_HEIGHT, type TimeSlot } from './chart-model.ts'
import type { HeatMapModel } from './heat-map-model.ts'
import { Plot } from './plot.tsx'
import { SlotLink } from './slot-link.tsx'
import { useBrush } from './use-brush.ts'
import { useRovingFocus } from './use-roving-focus.ts'

interface HeatMapProps {
  readonly title: ReactNode
  /** What it shows, in a sentence. */
  readonly caption: ReactNode
  readonly chart: HeatMapModel
  /** Where a slot of time leads. */
  readonly linkTo: (stretch: TimeSlot) => string
  /** Where a stretch of time leads of which only some bands are wanted, by their places from 0. */
  readonly linkToArea: (area: TimeSlot & { readonly lowest: number; readonly highest: number }) => string
}

/** How often values fell into bands over time: the fuller, the stronger. A column is a link to its time; a drag chooses time and bands. */
export function HeatMap({ title, caption, chart, linkTo, linkToArea }: HeatMapProps) {
  const navigate = useNavigate()
  const { times, bands } = chart
  const focus = useRovingFocus(times.length)
  const brush = useBrush({ slots: times.length, bands: bands.length }, ({ first, last, lowest, highest }) => {
    const [from, to] = [times[first], times[last]]
    if (from !== undefined && to !== undefined) {
      void navigate(linkToArea({ fromNs: from.fromNs, toNs: to.toNs, lowest, highest }), { preventScrollReset: true })
    }
  })
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
            const time = times[index]
            return (
              time && (
                <SlotLink
                  key={slot.x}
                  slot={slot}
                  to={linkTo(time)}
                  preventScrollReset
                  {...focus.of(index)}
                  {...brush.of(index)}
                />
              )
            )
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
          {brush.chosen !== undefined && <rect className="brush" {...brush.chosen} />}
        </Plot>
      )}
    />
  )
}

const OPACITIES = [0.15, 0.35, 0.55, 0.78, 1] as const
