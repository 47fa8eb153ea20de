import type { ReactNode } from 'react'
import { BucketLink } from './bucket-link.tsx'
import type { TimeBucket, TimeChartModel } from './chart-model.ts'
import { Plot } from './plot.tsx'
import { useBrush } from './use-brush.ts'
import { useRovingFocus } from './use-roving-focus.ts'

interface TimePlotProps {
  readonly chart: TimeChartModel
  readonly labelledBy: string
  /** URL of a time bucket. */
  readonly linkTo: (stretch: TimeBucket) => string
  /** Number of bands from which a drag can select. @default 1 */
  readonly bands?: number
  /** Called with the selection of a drag: an interval, and bands by their positions from 0. */
  readonly choose: (area: TimeBucket & { readonly lowest: number; readonly highest: number }) => void
  readonly children?: ReactNode
}

/**
 * A plot over time. Each bucket is a link to its time, so that zooming works by keyboard and without scripts; with scripts an interval can
 * be selected by drag, and the buckets are one tab stop with arrow keys.
 */
export function TimePlot({ chart, labelledBy, linkTo, bands = 1, choose, children }: TimePlotProps) {
  const { times } = chart
  const focus = useRovingFocus(times.length)
  const brush = useBrush({ buckets: chart.buckets, bands }, ({ first, last, lowest, highest }) => {
    const [from, to] = [times[first], times[last]]
    if (from !== undefined && to !== undefined) choose({ fromNs: from.fromNs, toNs: to.toNs, lowest, highest })
  })
  return (
    <Plot
      chart={chart}
      labelledBy={labelledBy}
      bucket={(bucket, index) => {
        const time = times[index]
        return (
          time && (
            <BucketLink
              key={`${time.fromNs}`}
              bucket={bucket}
              to={linkTo(time)}
              preventScrollReset
              {...focus.of(index)}
              {...brush.of(index)}
            />
          )
        )
      }}
    >
      {children}
      {brush.chosen !== undefined && <rect className="brush" {...brush.chosen} />}
    </Plot>
  )
}
