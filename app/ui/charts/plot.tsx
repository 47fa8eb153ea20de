import { type ReactNode, useId } from 'react'
import type { Bucket, ChartModel } from './chart-model.ts'

interface PlotProps {
  readonly chart: ChartModel
  /** Drawn for each bucket, on top: a link, or an element with the bucket's title. */
  readonly bucket: (bucket: Bucket, index: number) => ReactNode
  /** Id of the element that names the plot. */
  readonly labelledBy: string
  readonly children?: ReactNode
}

/**
 * Axes, bars, lines and marks. Only the inner SVG is stretched, so that text is not; y ticks are beside it, so that no number covers a bar.
 */
export function Plot({ chart, bucket, labelledBy, children }: PlotProps) {
  const { buckets, bars, lines, viewBox, xTicks, yTicks, marks, unfinished, shaded = [] } = chart
  const hatch = useId()
  const drawn = marks.filter(({ isDrawn }) => isDrawn)
  return (
    <div className="plot">
      <svg className="plot-y" aria-hidden="true">
        {yTicks.map(({ y, label }) => (
          <text key={y} x="100%" y={y} dy="0.32em" textAnchor="end">
            {label}
          </text>
        ))}
      </svg>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of links inside a picture has no element of its own */}
      <svg className="plot-box" role="group" aria-labelledby={labelledBy}>
        {yTicks.map(({ y }) => (
          <line key={y} className="grid" x1="0" x2="100%" y1={y} y2={y} />
        ))}
        {shaded.map(stretch => (
          <rect key={stretch.x} className="chart-shade" {...stretch} height="100%" />
        ))}
        <svg viewBox={viewBox} preserveAspectRatio="none" width="100%" height="100%" aria-hidden="true">
          {bars.map(({ name, colour, d }) => (
            <path key={name} className={`chart-bar ${colour}`} d={d} />
          ))}
          {lines.map(({ name, colour, d }) => (
            <path key={name} className={`line ${colour}`} d={d} />
          ))}
        </svg>
        {unfinished !== undefined && (
          <>
            <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect className="hatch" width="3" height="5" />
            </pattern>
            <rect {...unfinished} height="100%" fill={`url(#${hatch})`} />
          </>
        )}
        {drawn.map(({ x, top, label, labelAt, title }) => (
          <g key={`${x} ${title}`} className="mark-line">
            <line x1={x} x2={x} y1={top} y2="100%" />
            <text {...labelAt} y="-5">
              {label}
            </text>
          </g>
        ))}
        {buckets.map(bucket)}
        {children}
      </svg>
      <svg className="plot-x" aria-hidden="true">
        {xTicks.map(({ x, label }) => (
          <text key={x} x={x} y="12" textAnchor="middle">
            {label}
          </text>
        ))}
      </svg>
    </div>
  )
}
