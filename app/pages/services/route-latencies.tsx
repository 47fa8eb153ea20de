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
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import type { Scope } from '../../url/scope.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import { APDEX_TITLE, Apdex } from './apdex.tsx'
import { assessRoute, describeClientErrors } from './describe-client-errors.ts'
import { P95Change } from './p95-change.tsx'
import type { queryRoutes } from './query-services.server.ts'
import { slowestRequestsPath } from './search-paths.ts'
import { slowestFirstPath } from './service-charts.tsx'

type RouteLatency = Awaited<ReturnType<typeof queryRoutes>>['routes'][number]

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
          <DataTable
            className="fit"
            caption="Routes"
            columns={columnsOf(scope)}
            rows={shown}
            keyOf={({ route }) => route}
          />
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

const errorsOf = ({ now }: RouteLatency) => ({ errors: now.failed, total: now.requests })

function columnsOf(scope: Scope): readonly Column<RouteLatency>[] {
  return [
    {
      name: 'Route',
      namesRow: true,
      look: 'mono',
      cell: ({ route }) =>
        route === '' ? (
          <span className="muted">no route</span>
        ) : (
          <Link to={slowestFirstPath(scope, route)} className="row-link" data-row="" title={route}>
            {route}
          </Link>
        ),
    },
    { name: 'Requests', isNumber: true, width: 'col-count', cell: ({ now }) => formatAmount(now.requests) },
    {
      name: 'Error rate',
      head: (
        <>
          Error rate <span aria-hidden="true">↓</span>
        </>
      ),
      sorted: 'descending',
      isNumber: true,
      width: 'col-count',
      cell: latency => <ErrorRate latency={latency} scope={scope} />,
    },
    {
      name: 'Error rate change',
      shown: 'wide',
      width: 'col-duration',
      cell: ({ now, before }) =>
        before.requests > 0 && (
          <RelativeChange
            change={compareShares(
              { part: now.failed, whole: now.requests },
              { part: before.failed, whole: before.requests },
            )}
            worse="more"
          />
        ),
    },
    { name: 'p50', isNumber: true, shown: 'wide', width: 'col-duration', cell: ({ now }) => formatDuration(now.p50) },
    { name: 'p75', isNumber: true, shown: 'wide', width: 'col-duration', cell: ({ now }) => formatDuration(now.p75) },
    {
      name: 'p95',
      isNumber: true,
      width: 'col-duration',
      cell: ({ route, now }) =>
        route === '' || now.requests < 20 ? (
          formatDuration(now.p95)
        ) : (
          <Link to={slowestRequestsPath(route, now.p95, scope)} title="Compare the slowest requests with the others">
            {formatDuration(now.p95)}
          </Link>
        ),
    },
    {
      name: 'p95 change',
      shown: 'wide',
      width: 'col-duration',
      cell: ({ now, before, oneIn }) => <P95Change now={now} before={before} oneIn={oneIn} />,
    },
    {
      name: 'p99',
      isNumber: true,
      shown: 'wide',
      width: 'col-duration',
      cell: ({ now }) =>
        now.requests < MIN_COUNT_FOR_P99 ? <span className="muted">–</span> : formatDuration(now.p99),
    },
    {
      name: 'Slowest',
      isNumber: true,
      shown: 'wide',
      width: 'col-duration',
      cell: ({ slowest }) => formatDuration(slowest),
    },
    {
      name: 'Apdex',
      head: <abbr title={APDEX_TITLE}>Apdex</abbr>,
      isNumber: true,
      shown: 'wide',
      width: 'col-duration',
      cell: latency => <Apdex latency={latency} />,
    },
  ]
}

function ErrorRate({ latency, scope }: { readonly latency: RouteLatency; readonly scope: Scope }) {
  const { route, now, clientErrors } = latency
  return (
    <>
      {now.failed === 0 || route === '' ? (
        <span className="muted">{formatShare(now.failed, now.requests)}</span>
      ) : (
        <Link to={tracesPath({ ...scope, itsRoute: route, itsFailed: true })}>
          <ErrorShare errors={now.failed} total={now.requests} isUsual={!assessRoute(latency).isBad} />
        </Link>
      )}
      {clientErrors > 0 && <p className="change">{describeClientErrors(latency)}</p>}
    </>
  )
}
