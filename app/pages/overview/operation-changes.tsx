import { Link } from 'react-router'
import { formatAmount } from '../../format/amount.ts'
import { formatDuration } from '../../format/duration.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import type { Scope } from '../../url/scope.ts'
import { tracesPath } from '../../url/trace-filters.ts'
import type { SlowerOperation } from './find-incident.ts'
import { LatencyTable } from './latency-table.tsx'

/** Routes whose 75th percentile of latency has increased by 5 ms or more, in the period or in its last hour. */
export function OperationChanges({
  operations,
  scope,
}: {
  readonly operations: readonly SlowerOperation[]
  readonly scope: Scope
}) {
  return (
    <section aria-labelledby="slower">
      <h2 id="slower">Latency regressions</h2>
      {operations.length === 0 ? (
        <EmptyState title="No latency regressions" level={3}>
          <p>No operation with 20 or more transactions got clearly slower, by 5 ms or more.</p>
        </EmptyState>
      ) : (
        <LatencyTable
          rows={operations.map(
            ({ service, operation, baseline, nowNs, beforeNs, count, countBefore, thinnedBy, change }) => ({
              key: `${service} ${operation}`,
              name: (
                <Link
                  to={tracesPath({ ...scope, service, itsOperation: operation, sort: '-duration' })}
                  className="row-link"
                  data-row=""
                >
                  {operation || 'no operation'}
                </Link>
              ),
              note: baseline === 'usual hour' ? 'last hour, compared with usual' : '',
              service,
              title: `${formatAmount(count)} transactions, ${formatAmount(countBefore)} ${baseline === 'usual hour' ? 'in the hours before and in this hour of earlier days' : 'previously'}${thinnedBy > 1 ? `, sampled 1:${thinnedBy}` : ''}`,
              count: formatAmount(count),
              now: formatDuration(nowNs),
              before: formatDuration(beforeNs),
              change: <RelativeChange change={change} worse="more" />,
            }),
          )}
        />
      )}
    </section>
  )
}
