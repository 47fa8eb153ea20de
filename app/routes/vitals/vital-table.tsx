import { Link } from 'react-router'
import { pluralize } from '../../format/count.ts'
import { formatVital, VitalChange, VitalRating, VitalRatings, WEB_VITALS } from '../../ui/elements/web-vital.tsx'
import { SortHeader, type SortParam } from '../../ui/table/sort-header.tsx'
import type { Scope } from '../../url/scope.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import type { RouteVitals } from './sort-routes.ts'

interface VitalTableProps {
  readonly routes: readonly RouteVitals[]
  readonly scope: Scope
  /** Without it the column headers are not links. */
  readonly sorting?: SortParam
}

/** 75th percentiles by route; each row links to the route's traces. */
export function VitalTable({ routes, scope, sorting }: VitalTableProps) {
  return (
    <>
      <div className="panel scrolls">
        <table className="list vitals">
          <caption className="visually-hidden">75th percentile by route</caption>
          <thead>
            <tr>
              <SortHeader sorting={sorting} column="route">
                Route
              </SortHeader>
              {WEB_VITALS.map(({ vital, code, name }) => (
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
                  <Link to={tracesPath({ ...scope, itsRoute: route })} className="row-link" data-row="">
                    {route || 'no route'}
                  </Link>
                  <span className="beside small roomy-only">{describeSamples(vitals)}</span>
                  <VitalRatings of={vitals} />
                </th>
                {WEB_VITALS.map(bounds => (
                  <VitalCell
                    key={bounds.vital}
                    bounds={bounds}
                    measured={vitals[bounds.vital]}
                    compare={scope.compare}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="pager">Values without a rating are good.</p>
    </>
  )
}

interface VitalCellProps {
  readonly bounds: (typeof WEB_VITALS)[number]
  readonly measured: RouteVitals['vitals'][keyof RouteVitals['vitals']]
  readonly compare: boolean
}

function VitalCell({ bounds, measured, compare }: VitalCellProps) {
  if (measured === undefined) return <td className="number muted">–</td>
  const { vital, now, before, samples } = measured
  return (
    <td className="number" title={`${bounds.name}: ${pluralize(samples, 'sample')}`}>
      {compare && before !== undefined ? (
        <VitalChange value={now} before={before} bounds={bounds} />
      ) : (
        now > bounds.good && (
          <span className="wide-only">
            <VitalRating value={now} bounds={bounds} />
          </span>
        )
      )}{' '}
      {formatVital(vital, now)}
    </td>
  )
}

/** Each page view measures each vital at most once. */
function describeSamples(vitals: RouteVitals['vitals']): string {
  return pluralize(Math.max(0, ...Object.values(vitals).map(({ samples }) => samples)), 'sample')
}
