import { DeferredSection } from '../feedback/deferred-section.tsx'
import type { QueryResult } from '../feedback/outage.ts'
import type { TimeChartModel } from './chart-model.ts'
import { TimeSeries } from './time-series.tsx'

type Counts = QueryResult<{ readonly chart: TimeChartModel; readonly title?: string | undefined }>

export interface SearchChartProps {
  readonly title: string
  /** `undefined` if nothing was queried. */
  readonly of: Counts | Promise<Counts> | undefined
}

/** What a search found over time, above its list: low, so that it takes few rows from it. */
export function SearchChart({ title, of }: SearchChartProps) {
  return (
    of && (
      <DeferredSection of={of} name="The chart" holds="chart">
        {({ chart, title: own = title }) => (
          <div className="panel padded search-chart">
            <TimeSeries title={own} caption="Click or drag to select a time range." chart={chart} foldsReleases />
          </div>
        )}
      </DeferredSection>
    )
  )
}
