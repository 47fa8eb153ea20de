import { ReleaseLegend } from '../../ui/charts/chart.tsx'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import type { queryReleaseCharts } from './query-release-charts.server.ts'

interface ReleaseChartsProps {
  readonly charts: Awaited<ReturnType<typeof queryReleaseCharts>>
}

/** The adoption of a release, and the share of requests that failed before, with and after it. */
export function ReleaseCharts({ charts: { adoption, errorRate } }: ReleaseChartsProps) {
  return (
    <>
      <div className="side-by-side section">
        <div className="panel padded">
          <TimeSeries title="Adoption" caption="Transactions by release" chart={adoption} listsReleases={false} />
        </div>
        <div className="panel padded">
          <TimeSeries title="Error rate" caption="Of all releases" chart={errorRate} listsReleases={false} />
        </div>
      </div>
      {/* Both charts have the same marks. */}
      <div className="chart-foot">
        <ReleaseLegend marks={adoption.marks} />
      </div>
    </>
  )
}
