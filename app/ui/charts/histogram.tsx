import type { ReactNode } from 'react'
import { Chart } from './chart.tsx'
import type { ChartModel } from './chart-model.ts'
import { Plot } from './plot.tsx'
import { SlotLink } from './slot-link.tsx'

interface HistogramProps {
  readonly title: ReactNode
  /** What it shows, in a sentence. */
  readonly caption: ReactNode
  readonly chart: ChartModel
  /** Where a bin leads, by its place from 0. */
  readonly linkTo: (bin: number) => string
}

/** How often values fell into bins, each a link to what is in it. */
export function Histogram({ title, caption, chart, linkTo }: HistogramProps) {
  return (
    <Chart
      title={title}
      caption={caption}
      chart={chart}
      plot={labelledBy => (
        <Plot
          chart={chart}
          labelledBy={labelledBy}
          slot={(slot, bin) => <SlotLink key={slot.x} slot={slot} to={linkTo(bin)} />}
        />
      )}
    />
  )
}
