import { Link } from 'react-router'
import { formatAmount } from '../../format/amount.ts'
import { formatDuration } from '../../format/duration.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import type { Scope } from '../../url/scope.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import type { SlowerRoute } from './find-incident.ts'
import { LatencyTable } from './latency-table.tsx'

/** Routes whose 75th percentile of latency has increased by 5 ms or more, in the period or in its last hour. */
export function RouteChanges({ routes, scope }: { readonly routes: readonly SlowerRoute[]; readonly scope: Scope }) {
  return (
    <section aria-labelledby="slower">
      <h2 id="slower">Latency regressions</h2>
      {routes.length === 0 ? (
        <EmptyState title="No latency regressions" level={3}>
          <p>No route with 20 or more transactions got clearly slower, by 5 ms or more.</p>
        </EmptyState>
      ) : (
        <LatencyTable
          rows={routes.map(({ service, route, baseline, nowNs, beforeNs, count, countBefore, thinnedBy, change }) => ({
            key: `${service} ${route}`,
            name: (
              <Link
                to={tracesPath({ ...scope, service, itsRoute: route, sort: '-duration' })}
                className="row-link"
                data-row=""
              >
                {route || 'no route'}
              </Link>
            ),
            note: baseline === 'usual hour' ? 'last hour, compared with usual' : '',
            service,
            title: `${formatAmount(count)} requests, ${formatAmount(countBefore)} ${baseline === 'usual hour' ? 'in the hours before and in this hour of earlier days' : 'previously'}${thinnedBy > 1 ? `, sampled 1:${thinnedBy}` : ''}`,
            count: formatAmount(count),
            now: formatDuration(nowNs),
            before: formatDuration(beforeNs),
            change: <RelativeChange change={change} worse="more" />,
          }))}
        />
      )}
    </section>
  )
}
