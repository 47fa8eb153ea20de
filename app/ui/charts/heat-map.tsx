import { Fragment, type ReactNode } from 'react'
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
  /** What the highest hundredth of the values is called: `slowest 1 %`. */
  readonly rareLabel: string
  /** URL of a time bucket. */
  readonly linkTo: (stretch: TimeBucket) => string
  /** URL of an interval and some bands, by their positions from 0. */
  readonly linkToArea: (area: TimeBucket & { readonly lowest: number; readonly highest: number }) => string
}

/** A heat map of values over time: more values, stronger colour, and above them how many failed. Columns are links to their time; a drag selects time and bands. */
export function HeatMap({ title, caption, chart, rareLabel, linkTo, linkToArea }: HeatMapProps) {
  const navigate = useNavigate()
  const { heat, rare, failed, failedUpTo, key } = chart
  const perKey = heat.length / (key.length - 1)
  const opacities = heat.map((_, level) =>
    heat.length === 1 ? 1 : FAINTEST + ((1 - FAINTEST) * level) / (heat.length - 1),
  )
  return (
    <Chart
      title={title}
      caption={
        <>
          {caption}{' '}
          <span className="nowrap">
            Count:
            {key.map((count, index) => (
              <Fragment key={count}>
                {' '}
                {index > 0 && (
                  <svg className="heat series-0" width={perKey * KEY_WIDTH} height="10" aria-hidden="true">
                    {opacities.slice((index - 1) * perKey, index * perKey).map((opacity, level) => (
                      <rect key={opacity} fillOpacity={opacity} x={level * KEY_WIDTH} width={KEY_WIDTH} height="10" />
                    ))}
                  </svg>
                )}{' '}
                {count}
              </Fragment>
            ))}
          </span>{' '}
          {rare !== '' && <Key className="warn" label={rareLabel} />}{' '}
          {failed !== '' && <Key className="bad" label={`failed, at most ${failedUpTo}`} />}
        </>
      }
      chart={chart}
      foldsReleases
      plot={labelledBy => (
        <TimePlot
          chart={chart}
          labelledBy={labelledBy}
          linkTo={linkTo}
          bands={chart.rows}
          choose={area => {
            const bandOf = (row: number) => Math.min(row, chart.bands.length - 1)
            const [lowest, highest] = [bandOf(area.lowest), bandOf(area.highest)]
            void navigate(linkToArea({ ...area, lowest, highest }), { preventScrollReset: true })
          }}
        >
          <svg
            viewBox={chart.viewBox}
            preserveAspectRatio="none"
            width="100%"
            height="100%"
            aria-hidden="true"
            className="heat series-0"
          >
            {opacities.map((opacity, level) => (
              <path key={opacity} fillOpacity={opacity} d={heat[level]} />
            ))}
            <path className="warn" fill="currentcolor" d={rare} />
            <path className="bad" fill="currentcolor" d={failed} />
          </svg>
        </TimePlot>
      )}
    />
  )
}

function Key({ className, label }: { readonly className: string; readonly label: string }) {
  return (
    <>
      {' '}
      <span className="nowrap">
        <svg className={className} width={KEY_WIDTH} height="10" aria-hidden="true">
          <rect width={KEY_WIDTH} height="10" fill="currentcolor" />
        </svg>{' '}
        {label}
      </span>
    </>
  )
}

const KEY_WIDTH = 9
const FAINTEST = 0.15
