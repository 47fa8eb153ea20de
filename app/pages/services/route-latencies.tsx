import { Link } from 'react-router'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { compareShares } from '../../insights/change.ts'
import { byErrorShare } from '../../insights/error-rates.ts'
import { MIN_COUNT_FOR_P99 } from '../../insights/thresholds.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorShare } from '../../ui/numbers/share.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import type { Scope } from '../../url/scope.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import { APDEX_TITLE, Apdex } from './apdex.tsx'
import { assessRoute, describeClientErrors } from './describe-client-errors.ts'
import { P95Change } from './p95-change.tsx'
import type { queryRoutes } from './query-services.server.ts'
import { slowestRequestsPath } from './search-paths.ts'
import { slowestFirstPath } from './service-charts.tsx'

interface RouteLatenciesProps {
  readonly latencies: Awaited<ReturnType<typeof queryRoutes>>
  readonly scope: Scope
}

/** The routes of a service compared with the previous period, the highest error rate first. */
export function RouteLatencies({ latencies: { routes, isCut }, scope }: RouteLatenciesProps) {
  const shown = routes.filter(({ now }) => now.requests > 0).toSorted((a, b) => byErrorShare(errorsOf(a), errorsOf(b)))
  const sampled = shown.some(({ oneIn }) => oneIn > 1)
  return (
    <section className="section" aria-labelledby="routes">
      <h2 id="routes">Routes</h2>
      {shown.length === 0 ? (
        <EmptyState title="No routes" level={3}>
          <p>No requests in this time range.</p>
        </EmptyState>
      ) : (
        <div className="panel scrolls">
          <table className="list fit">
            <caption className="visually-hidden">Routes</caption>
            <thead>
              <tr>
                <th scope="col">Route</th>
                <th scope="col" className="number col-count">
                  Requests
                </th>
                <th scope="col" className="number col-count" aria-sort="descending">
                  Error rate <span aria-hidden="true">↓</span>
                </th>
                <th scope="col" className="wide-only col-duration">
                  Error rate change
                </th>
                <th scope="col" className="number wide-only col-duration">
                  p50
                </th>
                <th scope="col" className="number wide-only col-duration">
                  p75
                </th>
                <th scope="col" className="number col-duration">
                  p95
                </th>
                <th scope="col" className="wide-only col-duration">
                  p95 change
                </th>
                <th scope="col" className="number wide-only col-duration">
                  p99
                </th>
                <th scope="col" className="number wide-only col-duration">
                  Slowest
                </th>
                <th scope="col" className="number wide-only col-duration">
                  <abbr title={APDEX_TITLE}>Apdex</abbr>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map(latency => {
                const { route, now, before, oneIn } = latency
                return (
                  <tr key={route}>
                    <th scope="row" className="mono">
                      {route === '' ? (
                        <span className="muted">no route</span>
                      ) : (
                        <Link to={slowestFirstPath(scope, route)} className="row-link" data-row="" title={route}>
                          {route}
                        </Link>
                      )}
                    </th>
                    <td className="number">{formatAmount(now.requests)}</td>
                    <td className="number">
                      {now.failed === 0 || route === '' ? (
                        <span className="muted">{formatShare(now.failed, now.requests)}</span>
                      ) : (
                        <Link to={tracesPath({ ...scope, itsRoute: route, itsFailed: true })}>
                          <ErrorShare errors={now.failed} total={now.requests} isUsual={!assessRoute(latency).isBad} />
                        </Link>
                      )}
                      {latency.clientErrors > 0 && <p className="change">{describeClientErrors(latency)}</p>}
                    </td>
                    <td className="wide-only">
                      {before.requests > 0 && (
                        <RelativeChange
                          change={compareShares(
                            { part: now.failed, whole: now.requests },
                            { part: before.failed, whole: before.requests },
                          )}
                          worse="more"
                        />
                      )}
                    </td>
                    <td className="number wide-only">{formatDuration(now.p50)}</td>
                    <td className="number wide-only">{formatDuration(now.p75)}</td>
                    <td className="number">
                      {route === '' || now.requests < 20 ? (
                        formatDuration(now.p95)
                      ) : (
                        <Link
                          to={slowestRequestsPath(route, now.p95, scope)}
                          title="Compare the slowest requests with the others"
                        >
                          {formatDuration(now.p95)}
                        </Link>
                      )}
                    </td>
                    <td className="wide-only">
                      <P95Change now={now} before={before} oneIn={oneIn} />
                    </td>
                    <td className="number wide-only">
                      {now.requests < MIN_COUNT_FOR_P99 ? <span className="muted">–</span> : formatDuration(now.p99)}
                    </td>
                    <td className="number wide-only">{formatDuration(latency.slowest)}</td>
                    <td className="number wide-only">
                      <Apdex latency={latency} />
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      {(isCut || sampled) && (
        <p className="pager">
          {isCut && `Showing the ${formatCount(routes.length)} busiest routes. `}
          {sampled && 'Routes with many requests are estimated from a sample.'}
        </p>
      )}
    </section>
  )
}

const errorsOf = ({ now }: RouteLatenciesProps['latencies']['routes'][number]) => ({
  errors: now.failed,
  total: now.requests,
})
