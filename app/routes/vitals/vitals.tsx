import { data, useSearchParams } from 'react-router'
import { listRouteVitals } from '../../../store/overview/list-route-vitals.ts'
import { listVitals } from '../../../store/overview/list-vitals.ts'
import { pluralize } from '../../format/count.ts'
import { comparisonOfRange } from '../../server/count-and-compare.ts'
import { cached, query } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { WEB_VITALS } from '../../ui/elements/web-vital.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { InvalidFilters } from '../../ui/filters/invalid-filters.tsx'
import type { CompareHandle } from '../../ui/layout/use-can-compare.ts'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { excludedServices } from '../../url/scope.ts'
import { floorToInterval } from '../../url/time-range.ts'
import { readVitalFilters, vitalCodecs } from '../../url/vital-filters.ts'
import type { Route } from './+types/vitals.ts'
import { sortRoutes } from './sort-routes.ts'
import { VitalTable } from './vital-table.tsx'
import { VitalTiles } from './vital-tiles.tsx'

export const handle: CompareHandle = { canCompare: () => true }

/** Answers 400 without a query if a filter is invalid; for failures of the database see `query`. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters, filterErrors, range } = readVitalFilters(args.url.searchParams, nowMs)
  if (filterErrors.length > 0) return data({ nowMs, filters, filterErrors, routes: [], vitals: [] }, { status: 400 })
  const hidden = excludedServices(filters, args.context.get(settingsContext).ownServices)
  const { service, environment, release } = filters
  const asked = { comparison: comparisonOfRange(range, floorToInterval(nowMs)), service, environment, release, hidden }
  const [byRoute, vitals] = await Promise.all([
    query(args, listRouteVitals, asked, cached),
    query(args, listVitals, { ...asked, bounds: WEB_VITALS }, cached),
  ])
  return { nowMs, filters, filterErrors, routes: sortRoutes(byRoute, filters.sort), vitals }
}

/** 75th percentiles, of all routes and by route. */
export default function VitalsPage({ loaderData }: Route.ComponentProps) {
  const { filters, filterErrors, routes, vitals } = loaderData
  const [params] = useSearchParams()
  const { sort, ...scope } = filters
  return (
    <>
      <title>Web vitals · Errata</title>
      <div className="page-head">
        <h1>Web vitals</h1>
        <p className="muted">
          {filterErrors.length === 0 &&
            `75th percentile of ${pluralize(routes.length, 'route')}, ${describeTimeRange(filters)}, vs previous period${sort === 'worst' ? ', worst first' : ''}`}
        </p>
      </div>
      {filterErrors.length > 0 ? (
        <InvalidFilters filterErrors={filterErrors} />
      ) : routes.length === 0 ? (
        <EmptyState title="No web vitals">
          <p>No browser reported web vitals in this time range. Choose a longer one.</p>
        </EmptyState>
      ) : (
        <>
          <VitalTiles vitals={vitals} routes={routes} />
          <VitalTable routes={routes} scope={scope} sorting={{ sort, none: vitalCodecs.sort.defaultValue }} />
        </>
      )}
      <p className="muted small section">
        <OwnTrafficNotice params={params} />
      </p>
    </>
  )
}
