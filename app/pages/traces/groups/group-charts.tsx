import { TimeSeries } from '../../../ui/charts/time-series.tsx'
import { DeferredSection } from '../../../ui/feedback/deferred-section.tsx'
import type { QueryResult } from '../../../ui/feedback/outage.ts'
import type { GroupCharts } from './trend-groups.server.ts'
import { useGroupColours } from './use-group-colours.ts'

interface GroupChartsProps {
  readonly result: QueryResult<GroupCharts> | Promise<QueryResult<GroupCharts>> | undefined
  readonly by: string
  /** The groups' values, in the order of their table. */
  readonly values: readonly string[]
}

/** Error rates, 95th percentiles and numbers of spans of groups over time. */
export function GroupChartRow({ result, by, values }: GroupChartsProps) {
  const colours = [...useGroupColours(by, values).values()]
  return (
    result && (
      <DeferredSection result={result} name="The charts" holds="table">
        {charts => (
          <div className="section side-by-side thirds">
            {charts.map(({ title, finding, chart }, place) => (
              // The numbers of spans are in the table too.
              <div key={title} className={place === 2 ? 'panel padded wide-only' : 'panel padded'}>
                <TimeSeries
                  title={title}
                  caption={finding === '' ? 'Click or drag to select a time range.' : <b className="bad">{finding}</b>}
                  chart={{
                    ...chart,
                    lines: chart.lines.map((line, at) => ({ ...line, colour: colours[at] ?? line.colour })),
                  }}
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
