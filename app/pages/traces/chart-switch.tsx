import { Link } from 'react-router'
import { lazySection } from '../../parts/lazy-section.ts'
import type { TraceFilters } from '../../url/trace-filters.ts'

/** True if the chart above the list shows durations; that of a comparison does by default. */
export const showsDurations = ({ show, durations }: Pick<TraceFilters, 'show' | 'durations'>) =>
  durations !== (show === 'compare')

/** Behind the switch. */
export const lazyHeatMap = lazySection(async () => (await import('./duration-heat-map.tsx')).DurationHeatMap)

interface ChartSwitchProps {
  /** True if durations are shown. */
  readonly ofDurations: boolean
  /** The URL of the other chart. */
  readonly to: string
}

/** Chooses what the chart above a list shows: how many, or how long. */
export function ChartSwitch({ ofDurations, to }: ChartSwitchProps) {
  return (
    <nav aria-label="Chart" className="button-row">
      Chart: {ofDurations ? <Link to={to}>count</Link> : <b>count</b>}
      {ofDurations ? <b>duration</b> : <Link to={to}>duration</Link>}
    </nav>
  )
}
