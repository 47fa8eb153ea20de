import { Link } from 'react-router'
import { changeParams } from '../../url/filter-links.ts'
import { timeRangeParams } from '../../url/time-range.ts'
import { traceCodecs } from '../../url/trace-filters.ts'
import { describeSlowest } from './describe-slowest.ts'
import { HeatMap } from './heat-map.tsx'
import type { DurationsModel } from './layout-durations.server.ts'

interface DurationsProps {
  readonly durations: DurationsModel | undefined
  readonly params: URLSearchParams
  /** Says what has these durations, and makes the URL parameters that filter by them. */
  readonly subject?: {
    /** `Traces` */
    readonly many: string
    readonly isCompared?: boolean
    readonly between: (leastNs: bigint, endNs: bigint) => Readonly<Record<string, string>>
  }
}

/** A heat map of durations over time; each part links to its traces. */
export function DurationHeatMap({ durations, params, subject = TRACE_DURATIONS }: DurationsProps) {
  // The list already says that there are no traces.
  if (durations === undefined) return null
  const { chart, edgesNs, finding, percentiles, slowest } = durations
  const between = (least: number, end: number) => subject.between(edgesNs[least] ?? 0n, edgesNs[end] ?? 0n)
  return (
    <section className="panel padded search-chart" aria-label="Durations over time">
      <HeatMap
        title="Durations over time"
        caption={
          <>
            {finding !== '' && <b className="bad">{finding}</b>} {percentiles !== '' && <b>{percentiles}</b>} Drag to
            select {subject.isCompared ? 'what is compared' : 'time and durations'}.
          </>
        }
        chart={chart}
        labels={{
          counts: subject.many,
          rare: slowest === undefined ? '' : describeSlowest(slowest),
          shares: subject.isCompared ? 'Share selected' : 'Share that failed',
        }}
        linkTo={time => changeParams(params, timeRangeParams(time))}
        linkToArea={({ lowest, highest, ...time }) =>
          changeParams(params, { ...timeRangeParams(time), ...between(lowest, highest + 1) })
        }
      />
      <details className="chart-foot">
        <summary>Choose a duration range</summary>
        <ul className="chart-legend">
          {edgesNs.slice(0, -1).map((edge, band) => (
            <li key={edge}>
              <Link to={changeParams(params, between(band, band + 1))} preventScrollReset>
                {chart.bands[band]}
              </Link>
            </li>
          ))}
        </ul>
      </details>
    </section>
  )
}

const TRACE_DURATIONS: NonNullable<DurationsProps['subject']> = {
  many: 'Traces',
  between: (leastNs, endNs) => {
    const { minDurationNs, maxDurationNs } = traceCodecs
    return {
      [minDurationNs.param]: minDurationNs.format(leastNs),
      [maxDurationNs.param]: maxDurationNs.format(endNs),
    }
  },
}
