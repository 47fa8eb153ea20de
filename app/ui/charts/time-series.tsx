import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Chart } from './chart.tsx'
import type { TimeChartModel, TimeSlot } from './chart-model.ts'
import { Plot } from './plot.tsx'
import { SlotLink } from './slot-link.tsx'
import { useBrush } from './use-brush.ts'
import { useRovingFocus } from './use-roving-focus.ts'

interface TimeSeriesProps {
  readonly title: ReactNode
  /** What it shows, in a sentence. */
  readonly caption: ReactNode
  readonly chart: TimeChartModel
  /** Where a stretch of time leads: the address of the same page, or of its list, with this time. */
  readonly linkTo: (stretch: TimeSlot) => string
}

/**
 * A chart of time. Each slot is a link to its time, so that zooming works by keyboard and without scripts; with scripts a stretch is
 * chosen by drag, and the slots are one tab stop, moved through with the arrow keys.
 */
export function TimeSeries({ title, caption, chart, linkTo }: TimeSeriesProps) {
  const navigate = useNavigate()
  const { times } = chart
  const brush = useBrush({ slots: times.length }, ({ first, last }) => {
    const [from, to] = [times[first], times[last]]
    if (from !== undefined && to !== undefined) navigate(linkTo({ fromNs: from.fromNs, toNs: to.toNs }))
  })
  const focus = useRovingFocus(times.length)
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
          {brush.chosen !== undefined && <rect className="brush" {...brush.chosen} />}
        </Plot>
      )}
    />
  )
}
