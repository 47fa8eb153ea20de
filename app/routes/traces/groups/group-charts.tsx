import { TimeSeries } from '../../../ui/charts/time-series.tsx'
import { DeferredSection } from '../../../ui/feedback/deferred-section.tsx'
import type { QueryResult } from '../../../ui/feedback/outage.ts'
import type { GroupCharts } from './trend-groups.server.ts'
import { useGroupColours } from './use-group-colours.ts'

interface GroupChartsProps {
  readonly of: QueryResult<GroupCharts> | Promise<QueryResult<GroupCharts>> | undefined
  readonly by: string
  /** Of the groups, in the order of their table, whose squares are the legend. */
  readonly values: readonly string[]
}

/** Error rates and 95th percentiles of groups over time. */
export function GroupChartPair({ of, by, values }: GroupChartsProps) {
  const colours = [...useGroupColours(by, values).values()]
  return (
    of && (
      <DeferredSection of={of} name="The charts" holds="table">
        {charts => (
          <div className="side-by-side">
            {charts.map(({ title, chart }) => (
              <div key={title} className="panel padded">
                <TimeSeries
                  title={title}
                  caption="Click or drag to select a time range."
                  chart={{
                    ...chart,
                    lines: chart.lines.map((line, at) => ({ ...line, colour: colours[at] ?? line.colour })),
                  }}
                  hasLegend={false}
                  foldsReleases
                />
              </div>
            ))}
          </div>
        )}
      </DeferredSection>
    )
  )
}
