import type { ReactNode } from 'react'
import { DeferredSection } from '../feedback/deferred-section.tsx'
import type { QueryResult } from '../feedback/outage.ts'
import type { TimeChartModel } from './chart-model.ts'
import { TimeSeries } from './time-series.tsx'

interface Counted {
  readonly chart: TimeChartModel
  readonly title?: string | undefined
}

export interface SearchChartProps<Answer extends Counted = Counted> {
  readonly title: string
  /** `undefined` if nothing was queried. */
  readonly counts: QueryResult<Answer> | Promise<QueryResult<Answer>> | undefined
  /** False if what is below has its legend. @default true */
  readonly hasLegend?: boolean
  /** Shown below it. */
  readonly children?: ((answer: Answer) => ReactNode) | undefined
}

/** Shows over time what a search found, above its list: it is low, so that it takes few rows from it. */
export function SearchChart<Answer extends Counted>({
  title,
  counts,
  children,
  hasLegend = true,
}: SearchChartProps<Answer>) {
  return (
    counts && (
      <DeferredSection result={counts} name="The chart" holds={children ? 'charts' : 'chart'}>
        {answer => (
          <>
            <div className="panel padded search-chart">
              <TimeSeries
                title={answer.title ?? title}
                caption="Click or drag to select a time range."
                chart={answer.chart}
                hasLegend={hasLegend}
                foldsReleases
              />
            </div>
            {children?.(answer)}
          </>
        )}
      </DeferredSection>
    )
  )
}
