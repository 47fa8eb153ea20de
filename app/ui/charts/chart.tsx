import { type ReactNode, useId } from 'react'
import { pluralize } from '../../format/count.ts'
import { ScopedLink } from '../links/scoped-link.tsx'
import type { ChartMark, ChartModel, ChartTable } from './chart-model.ts'

/** Releases that a legend shows at once, the latest; those of a week of deploys would take too much space. */
const MAX_MARKS = 8

interface ChartProps {
  readonly title: ReactNode
  /** What it shows, in a sentence. */
  readonly caption: ReactNode
  readonly chart: ChartModel
  /** Items of the legend of what are no series. */
  readonly legend?: ReactNode
  /** Unit of the values: `per 30 min`. */
  readonly unit?: string | undefined
  /** False if a shared legend lists the releases of several charts. @default true */
  readonly listsReleases?: boolean
  /** True where a list below needs the room: its releases are behind their number. @default false */
  readonly foldsReleases?: boolean
  /** False if a legend beside it names its series. @default true */
  readonly hasLegend?: boolean
  /** @param labelledBy id of the element that names the plot */
  readonly plot: (labelledBy: string) => ReactNode
}

/** The frame of every chart: title, description, legend, and the data as a table. */
export function Chart({
  title,
  caption,
  legend,
  chart,
  plot,
  unit,
  listsReleases = true,
  foldsReleases,
  hasLegend = true,
}: ChartProps) {
  const id = useId()
  const { bars, lines, table } = chart
  const series = hasLegend ? [...bars.toReversed(), ...lines] : []
  return (
    <figure className="chart">
      <figcaption id={id}>
        <h2>{title}</h2>
        <p>{caption}</p>
      </figcaption>
      {plot(id)}
      <div className="chart-foot">
        {(series.length > 1 || unit !== undefined || legend !== undefined) && (
          <ul className="chart-legend" aria-label="Legend">
            {legend}
            {series.length > 1 &&
              series.map(({ name, colour }, i) => (
                <li key={name} className={`key ${colour} ${i < bars.length ? 'of-bars' : ''}`}>
                  {name}
                </li>
              ))}
            {unit !== undefined && <li>{unit}</li>}
          </ul>
        )}
        {listsReleases && <ReleaseLegend marks={chart.marks} most={foldsReleases ? 0 : MAX_MARKS} />}
        <ChartAsTable table={table} />
      </div>
    </figure>
  )
}

interface ReleaseLegendProps extends Pick<ChartModel, 'marks'> {
  /** How many are listed at once. */
  readonly most?: number
}

/** The releases marked in charts, the latest ones at once. */
export function ReleaseLegend({ marks, most = MAX_MARKS }: ReleaseLegendProps) {
  if (marks.length === 0) return null
  const latest = Math.max(0, marks.length - most)
  const beside = marks.filter(({ isDrawn }) => !isDrawn).length
  return (
    <>
      {most > 0 && (
        <ul className="chart-legend" aria-label="Releases">
          <Marks marks={marks.slice(latest)} />
          {beside > 0 && <li>{`${pluralize(beside, 'more release')}, too close to draw`}</li>}
        </ul>
      )}
      {latest > 0 && (
        <details>
          <summary>{pluralize(latest, most > 0 ? 'earlier release' : 'release')}</summary>
          <ul className="chart-legend" aria-label={most > 0 ? 'Earlier releases' : 'Releases'}>
            <Marks marks={marks.slice(0, latest)} />
          </ul>
        </details>
      )}
    </>
  )
}

function Marks({ marks }: { readonly marks: readonly ChartMark[] }) {
  return marks.map(({ x, title, to }) => (
    <li key={`${x} ${title}`} className="key mark-key">
      {to === undefined ? (
        <span title={title}>{title}</span>
      ) : (
        <ScopedLink to={to} title={title}>
          {title}
        </ScopedLink>
      )}
    </li>
  ))
}

function ChartAsTable({ table: { head, rows } }: { readonly table: ChartTable }) {
  return (
    <details>
      <summary>Show as table</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard */}
      <section className="chart-table" tabIndex={0} aria-label="Chart data">
        <table className="list">
          <thead>
            <tr>
              {head.map((name, column) => (
                <th key={name} scope="col" className={column > 0 ? 'number' : undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, column) => (
                  <td key={head[column + 1]} className="number">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
