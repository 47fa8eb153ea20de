import { Link } from 'react-router'
import type { RouteChange } from '../../../store/overview/list-route-changes.ts'
import { formatDuration } from '../../format/duration.ts'
import { Empty } from '../../ui/empty.tsx'
import { ServiceName } from '../../ui/service-name.tsx'
import type { Scope } from '../../url/scope.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import { Change } from './change.tsx'

/** Which routes take longer than before, by the time within which three of four were done. */
export function RouteChanges({ routes, scope }: { readonly routes: readonly RouteChange[]; readonly scope: Scope }) {
  return (
    <section aria-labelledby="slower">
      <h2 id="slower">Became slower</h2>
      {routes.length === 0 ? (
        <Empty title="Nothing became slower" level={3}>
          <p>No route of twenty transactions or more takes longer than before.</p>
        </Empty>
      ) : (
        <div className="panel">
          <table className="list">
            <thead>
              <tr>
                <th scope="col">Route</th>
                <th scope="col" className="wide-only col-services">
                  Service
                </th>
                <th scope="col" className="number col-duration">
                  p75
                </th>
                <th scope="col" className="number wide-only col-duration">
                  Before
                </th>
                <th scope="col" className="number col-when">
                  Change
                </th>
              </tr>
            </thead>
            <tbody>
              {routes.map(({ service, route, nowNs, beforeNs }) => (
                <tr key={`${service} ${route}`}>
                  <th scope="row" className="mono">
                    <Link to={tracesPath({ ...scope, service, text: route })} className="row-link" data-row="">
                      {route || 'without a route'}
                    </Link>
                  </th>
                  <td className="wide-only">
                    <ServiceName name={service} />
                  </td>
                  <td className="number">{formatDuration(nowNs)}</td>
                  <td className="number wide-only muted">{formatDuration(beforeNs)}</td>
                  <td className="number">
                    <Change now={Number(nowNs)} before={Number(beforeNs)} worse="more" />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}
