import { Link } from 'react-router'
import type { RouteChange } from '../../../store/services/list-route-changes.ts'
import { formatAmount } from '../../format/amount.ts'
import { formatDuration } from '../../format/duration.ts'
import { compareAmounts } from '../../insights/change.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import type { Scope } from '../../url/scope.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import { LatencyTable } from './latency-table.tsx'

/** Routes whose 75th percentile of latency has increased by 5 ms or more. */
export function RouteChanges({ routes, scope }: { readonly routes: readonly RouteChange[]; readonly scope: Scope }) {
  return (
    <section aria-labelledby="slower">
      <h2 id="slower">Latency regressions</h2>
      {routes.length === 0 ? (
        <EmptyState title="No latency regressions" level={3}>
          <p>No route with 20 or more transactions got slower by 5 ms or more.</p>
        </EmptyState>
      ) : (
        <LatencyTable
          rows={routes.map(({ service, route, nowNs, beforeNs, count, countBefore, thinnedBy }) => ({
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
            service,
            title: `${formatAmount(count)} requests, ${formatAmount(countBefore)} previously${thinnedBy > 1 ? `, sampled 1:${thinnedBy}` : ''}`,
            count: formatAmount(count),
            now: formatDuration(nowNs),
            before: formatDuration(beforeNs),
            change: (
              <RelativeChange
                change={compareAmounts({ now: Number(nowNs), before: Number(beforeNs) }, 0)}
                worse="more"
              />
            ),
          }))}
        />
      )}
    </section>
  )
}
