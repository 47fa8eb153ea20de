import { useSearchParams } from 'react-router'
import { comparisonOfRange } from '../../data/count-and-compare.ts'
import { cached, query } from '../../data/query.ts'
import { readPage } from '../../data/read-page.ts'
import { pluralize } from '../../format/count.ts'
import { sortRoutes } from '../../parts/web-vitals/sort-routes.ts'
import { VitalTable } from '../../parts/web-vitals/vital-table.tsx'
import { VitalTiles } from '../../parts/web-vitals/vital-tiles.tsx'
import { ReleaseLegend } from '../../ui/charts/chart.tsx'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { readVitalFilters, vitalCodecs } from '../../url/vital-filters.ts'
import type { Route } from './+types/vitals.ts'
import { queryVitals } from './query-vitals.server.ts'

/** Answers 400 without a query if a filter is invalid; for failures of the database see `query`. */
export async function loader(args: Route.LoaderArgs) {
  const { nowMs, asOfMs, filters, range, listFilters } = readPage(args, readVitalFilters)
  const asked = { comparison: comparisonOfRange(range, asOfMs), ...listFilters }
  const { routes, ...measured } = await query(args, queryVitals, asked, cached)
  return { nowMs, filters, routes: sortRoutes(routes, filters.sort), measured }
}

/** 75th percentiles, of all routes, over time and by route. */
export default function VitalsPage({ loaderData }: Route.ComponentProps) {
  const { filters, routes, measured } = loaderData
  const [params] = useSearchParams()
  const { sort, ...scope } = filters
  return (
    <>
      <title>Web vitals · Errata</title>
      <div className="page-head">
        <h1>Web vitals</h1>
        <p className="muted">
          {`75th percentile of ${pluralize(routes.length, 'route')}, ${describeTimeRange(filters)}, vs previous period${sort === 'worst' ? ', worst first' : ''}`}
        </p>
      </div>
      {routes.length === 0 ? (
        <EmptyState title="No web vitals">
          <p>No browser reported web vitals in this time range. Choose a longer one.</p>
        </EmptyState>
      ) : (
        <>
          <VitalTiles vitals={measured.vitals} routes={routes} />
          <VitalTable routes={routes} scope={scope} sorting={{ sort, none: vitalCodecs.sort.defaultValue }} />
          <VitalCharts charts={measured.charts} />
        </>
      )}
      <p className="muted small section">
        <OwnTrafficNotice params={params} />
      </p>
    </>
  )
}

type MeasuredVitals = Awaited<ReturnType<typeof queryVitals>>

/** The core vitals beside each other, then the others. */
function VitalCharts({ charts }: Pick<MeasuredVitals, 'charts'>) {
  const [first] = charts
  return (
    <>
      {[true, false].map(isCore => (
        <div key={`${isCore}`} className={`section side-by-side ${isCore ? 'thirds' : ''}`}>
          {charts
            .filter(of => of.isCore === isCore)
            .map(({ vital, name, caption, chart }) => (
              <div key={vital} className="panel padded">
                <TimeSeries title={name} caption={caption} chart={chart} listsReleases={false} />
              </div>
            ))}
        </div>
      ))}
      {/* All charts have the same marks. */}
      <div className="chart-foot">{first && <ReleaseLegend marks={first.chart.marks} />}</div>
    </>
  )
}
