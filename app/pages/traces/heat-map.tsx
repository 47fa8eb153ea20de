import { Fragment, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Chart } from '../../ui/charts/chart.tsx'
import type { TimeBucket } from '../../ui/charts/chart-model.ts'
import { TimePlot } from '../../ui/charts/time-plot.tsx'
import type { HeatMapModel } from './heat-map-model.ts'

interface HeatMapProps {
  readonly title: ReactNode
  /** Says what it shows, in a sentence. */
  readonly caption: ReactNode
  readonly chart: HeatMapModel
  /** The names of the counts, the outlined cells and the bars above the cells: `Traces`, `Slowest 0.64 %`, `Share that failed`. */
  readonly labels: Readonly<Record<'counts' | 'rare' | 'shares', string>>
  /** URL of a time bucket. */
  readonly linkTo: (stretch: TimeBucket) => string
  /** URL of an interval and some bands, by their positions from 0. */
  readonly linkToArea: (area: TimeBucket & { readonly lowest: number; readonly highest: number }) => string
}

/**
 * A heat map of values over time: more values, stronger colour, and above them which share failed or is selected. Columns are links to their
 * time; a drag selects time and bands.
 */
export function HeatMap({ title, caption, chart, labels, linkTo, linkToArea }: HeatMapProps) {
  const navigate = useNavigate()
  const { heat, selected, rare, shares, key, selectedKey } = chart
  const isCompared = selected.length > 0
  // The selection has the colour, as in the tables of a comparison.
  const colours = isCompared ? 'before' : 'series-0'
  const opacities = isCompared ? FAINT : FULL
  return (
    <Chart
      title={title}
      caption={caption}
      legend={
        <>
          <Scale label={labels.counts} paths={heat} counts={key} colours={colours} opacities={opacities} />
          {isCompared && (
            <Scale label="Selected" paths={selected} counts={selectedKey} colours="series-0" opacities={STRONG} />
          )}
          {rare && (
            <Key label={labels.rare}>
              <rect
                x="1"
                y="1"
                width="8"
                height="8"
                fill="none"
                stroke="currentcolor"
                strokeWidth="2"
                className="warn"
              />
            </Key>
          )}
          {shares !== '' && (
            <Key label={labels.shares}>
              <rect y="2" width="10" height="8" className={isCompared ? 'heat series-0' : 'bad'} fill="currentcolor" />
            </Key>
          )}
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
            className={`heat ${colours}`}
          >
            <Intensities paths={heat} opacities={opacities} />
            <g className="heat series-0">
              <Intensities paths={selected} opacities={STRONG} />
            </g>
            <path
              className="warn"
              fill="none"
              stroke="currentcolor"
              strokeWidth="1.5"
              strokeDasharray="none"
              vectorEffect="non-scaling-stroke"
              d={rare?.outline}
            />
            <path className={isCompared ? 'heat series-0' : 'bad'} fill="currentcolor" d={shares} />
          </svg>
        </TimePlot>
      )}
    />
  )
}

type Opacities = readonly [faintest: number, strongest: number]

const FULL: Opacities = [0.15, 1]
/** The opacities of the cells behind a selection, and of the selection. */
const FAINT: Opacities = [0.1, 0.6]
const STRONG: Opacities = [0.5, 1]

const opacitiesOf = (levels: readonly string[], [faintest, strongest]: Opacities) =>
  levels.map((_, level) =>
    levels.length === 1 ? strongest : faintest + ((strongest - faintest) * level) / (levels.length - 1),
  )

function Intensities({ paths, opacities }: Pick<ScaleProps, 'paths' | 'opacities'>) {
  return opacitiesOf(paths, opacities).map((opacity, level) => (
    <path key={opacity} fillOpacity={opacity} d={paths[level]} />
  ))
}

interface ScaleProps {
  readonly label: string
  readonly paths: readonly string[]
  readonly counts: readonly string[]
  readonly colours: string
  readonly opacities: Opacities
}

/** The counts that intensities stand for. */
function Scale({ label, paths, counts, colours, opacities }: ScaleProps) {
  const perKey = paths.length / (counts.length - 1)
  return (
    <li>
      <span>
        {label}:
        {counts.map((count, index) => (
          <Fragment key={count}>
            {' '}
            {index > 0 && (
              <svg className={`heat ${colours}`} width={perKey * KEY_WIDTH} height="10" aria-hidden="true">
                {opacitiesOf(paths, opacities)
                  .slice((index - 1) * perKey, index * perKey)
                  .map((opacity, level) => (
                    <rect key={opacity} fillOpacity={opacity} x={level * KEY_WIDTH} width={KEY_WIDTH} height="10" />
                  ))}
              </svg>
            )}{' '}
            {count}
          </Fragment>
        ))}
      </span>
    </li>
  )
}

function Key({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <li>
      <span>
        <svg width="10" height="10" aria-hidden="true">
          {children}
        </svg>{' '}
        {label}
      </span>
    </li>
  )
}

const KEY_WIDTH = 9
