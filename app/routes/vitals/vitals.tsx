import { data, Link, useSearchParams } from 'react-router'
import { listRouteVitals } from '../../../store/overview/list-route-vitals.ts'
import { pluralize } from '../../format/count.ts'
import { rangeCompared } from '../../server/count-list.ts'
import { cached, query } from '../../server/query.ts'
import { settingsContext } from '../../server/settings.ts'
import { Change } from '../../ui/elements/trend.tsx'
import { formatVital, VITALS, VitalRating } from '../../ui/elements/web-vital.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { OwnTrafficNotice } from '../../ui/feedback/own-traffic-notice.tsx'
import { describeTimeRange } from '../../ui/filters/describe-time-range.ts'
import { InvalidFilters } from '../../ui/filters/invalid-filters.tsx'
import type { CompareHandle } from '../../ui/layout/use-can-compare.ts'
import { SortHeader } from '../../ui/table/sort-header.tsx'
import { redirectWithoutEmptyParams } from '../../url/filter-links.ts'
import { excludedServices } from '../../url/scope.ts'
import { floorToInterval } from '../../url/time-range.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import { readVitalFilters, vitalCodecs } from '../../url/vital-filters.ts'
import type { Route } from './+types/vitals.ts'
import { type RouteVitals, sortRoutes } from './sort-routes.ts'

export const handle: CompareHandle = { canCompare: () => true }

/** Answers 400 and asks nothing where a filter cannot be read; store failures as `query` maps them. */
export async function loader(args: Route.LoaderArgs) {
  redirectWithoutEmptyParams(args.url)
  const nowMs = Date.now()
  const { filters, filterErrors, range } = readVitalFilters(args.url.searchParams, nowMs)
  if (filterErrors.length > 0) return data({ nowMs, filters, filterErrors, routes: [] }, { status: 400 })
  const hidden = excludedServices(filters, args.context.get(settingsContext).ownServices)
  const { service, environment, release } = filters
  const asked = { comparison: rangeCompared(range, floorToInterval(nowMs)), service, environment, release, hidden }
  const routes = sortRoutes(await query(args, listRouteVitals, asked, cached), filters.sort)
  return { nowMs, filters, filterErrors, routes }
}

/** 75th percentile by route. */
export default function VitalsPage({ loaderData }: Route.ComponentProps) {
  const { filters, filterErrors, routes } = loaderData
  const [params] = useSearchParams()
  const sorting = { sort: filters.sort, none: vitalCodecs.sort.defaultValue }
  return (
    <>
      <title>Web vitals · Errata</title>
      <div className="page-head">
        <h1>Web vitals</h1>
        <p className="muted">
          {filterErrors.length === 0 &&
            `75th percentile by route, ${describeTimeRange(filters)}: ${pluralize(routes.length, 'route')}`}
        </p>
      </div>
      {filterErrors.length > 0 ? (
        <InvalidFilters filterErrors={filterErrors} />
      ) : routes.length === 0 ? (
        <EmptyState title="No web vitals">
          <p>No browser reported web vitals in this time range. Choose a longer one.</p>
        </EmptyState>
      ) : (
        <div className="panel scrolls">
          <table className="list vitals">
            <caption className="visually-hidden">75th percentile by route</caption>
            <thead>
              <tr>
                <SortHeader sorting={sorting} column="route">
                  Route
                </SortHeader>
                {VITALS.map(({ vital, code, name }) => (
                  <SortHeader key={vital} sorting={sorting} column={vital} first="falling" className="number col-vital">
                    <abbr title={name}>{code}</abbr>
                  </SortHeader>
                ))}
              </tr>
            </thead>
            <tbody>
              {routes.map(({ route, vitals }) => (
                <tr key={route}>
                  <th scope="row" className="mono">
                    <Link to={tracesPath({ ...filtersOf(filters), itsRoute: route })} className="row-link" data-row="">
                      {route || 'no route'}
                    </Link>
                  </th>
                  {VITALS.map(bounds => (
                    <Cell
                      key={bounds.vital}
                      bounds={bounds}
                      measured={vitals[bounds.vital]}
                      compare={filters.compare}
                    />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p className="muted small section">
        <OwnTrafficNotice params={params} />
      </p>
    </>
  )
}

interface CellProps {
  readonly bounds: (typeof VITALS)[number]
  readonly measured: RouteVitals['vitals'][keyof RouteVitals['vitals']]
  readonly compare: boolean
}

function Cell({ bounds, measured, compare }: CellProps) {
  if (measured === undefined) return <td className="number muted">–</td>
  const { vital, now, before, samples } = measured
  return (
    <td className="number" title={`${bounds.name}: ${pluralize(samples, 'sample')}`}>
      {compare && before !== undefined ? (
        <Change now={now} before={before} worse="more" />
      ) : (
        <VitalRating value={now} bounds={bounds} />
      )}{' '}
      {formatVital(vital, now)}
    </td>
  )
}

/** What the list of traces knows too. */
function filtersOf({ sort, ...scope }: Route.ComponentProps['loaderData']['filters']) {
  return scope
}
