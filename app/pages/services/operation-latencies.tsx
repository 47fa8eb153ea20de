import { Link } from 'react-router'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatCount, pluralize } from '../../format/count.ts'
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
import { APDEX_TITLE, Apdex, FAILED_TITLE } from './apdex.tsx'
import { assessOperation, describeClientErrors } from './describe-client-errors.ts'
import { P95Change } from './p95-change.tsx'
import type { queryOperations } from './query-services.server.ts'
import { graphqlErrorsPath, slowestTransactionsPath } from './search-paths.ts'
import { slowestFirstPath } from './service-charts.tsx'

type OperationLatency = Awaited<ReturnType<typeof queryOperations>>['operations'][number]

interface OperationLatenciesProps {
  readonly latencies: Awaited<ReturnType<typeof queryOperations>>
  readonly scope: Scope
}

/** The operations of a service compared with the previous period, the highest error rate first; the rest of them last. */
export function OperationLatencies({ latencies: { operations }, scope }: OperationLatenciesProps) {
  const ran = operations.filter(({ now }) => now.requests > 0)
  const graphqlErrors = operations.find(({ now }) => now.requests === 0 && now.failed > 0)
  const { named = [], rest = [] } = Object.groupBy(ran, ({ others }) => (others > 0 ? 'rest' : 'named'))
  const shown = [...named.toSorted((a, b) => byErrorShare(errorsOf(a), errorsOf(b))), ...rest]
  const sampled = shown.some(({ oneIn }) => oneIn > 1)
  return (
    <section className="section" aria-labelledby="operations">
      <h2 id="operations">Operations</h2>
      {shown.length === 0 ? (
        <EmptyState title="No operations" level={3}>
          <p>No transactions in this time range.</p>
        </EmptyState>
      ) : (
        <div className="panel scrolls">
          <DataTable
            className="fit"
            caption="Operations"
            columns={columnsOf(scope)}
            rows={shown}
            keyOf={({ operation, others, isBrowser }) => `${others > 0} ${isBrowser} ${operation}`}
          />
        </div>
      )}
      {graphqlErrors !== undefined && (
        <p className="notice">
          <Link to={graphqlErrorsPath(scope)}>{graphqlErrors.operation}</Link> in{' '}
          {pluralize(graphqlErrors.now.failed, 'trace')}, answered with status 200: they count as failed in this
          service, not in its routes.
        </p>
      )}
      {(rest.length > 0 || sampled) && (
        <p className="pager">
          {rest.length > 0 && `The ${formatCount(named.length)} most frequent operations, and all others together. `}
          {sampled && 'Operations with many transactions are estimated from a sample.'}
        </p>
      )}
    </section>
  )
}

const errorsOf = ({ now }: OperationLatency) => ({ errors: now.failed, total: now.requests })

function columnsOf(scope: Scope): readonly Column<OperationLatency>[] {
  return [
    {
      name: 'Operation',
      namesRow: true,
      look: 'mono',
      cell: ({ operation, others }) =>
        operation === '' ? (
          <span className="muted">{others > 0 ? pluralize(others, 'other operation') : 'without a name'}</span>
        ) : (
          <Link to={slowestFirstPath(scope, operation)} className="row-link" data-row="" title={operation}>
            {operation}
          </Link>
        ),
    },
    { name: 'Transactions', isNumber: true, width: 'col-count', cell: ({ now }) => formatAmount(now.requests) },
    {
      name: 'Error rate',
      head: (
        <>
          <abbr title={FAILED_TITLE}>Error rate</abbr> <span aria-hidden="true">↓</span>
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
    { name: 'p50', isNumber: true, shown: 'wide', width: 'col-duration', cell: of => ofOne(of, of.now.p50) },
    { name: 'p75', isNumber: true, shown: 'wide', width: 'col-duration', cell: of => ofOne(of, of.now.p75) },
    {
      name: 'p95',
      isNumber: true,
      width: 'col-duration',
      cell: of =>
        of.operation === '' || of.now.requests < 20 ? (
          ofOne(of, of.now.p95)
        ) : (
          <Link
            to={slowestTransactionsPath(of.operation, of.now.p95, scope)}
            title="Compare the slowest with the others"
          >
            {formatDuration(of.now.p95)}
          </Link>
        ),
    },
    {
      name: 'p95 change',
      shown: 'wide',
      width: 'col-duration',
      cell: ({ others, now, before, oneIn }) => others === 0 && <P95Change now={now} before={before} oneIn={oneIn} />,
    },
    {
      name: 'p99',
      isNumber: true,
      shown: 'wide',
      width: 'col-duration',
      cell: of => (of.now.requests < MIN_COUNT_FOR_P99 ? <span className="muted">–</span> : ofOne(of, of.now.p99)),
    },
    {
      name: 'Slowest',
      isNumber: true,
      shown: 'wide',
      width: 'col-duration',
      cell: of => ofOne(of, of.slowest),
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

/** A duration; many operations together have none. */
const ofOne = ({ others }: OperationLatency, ns: bigint) =>
  others > 0 ? <span className="muted">–</span> : formatDuration(ns)

function ErrorRate({ latency, scope }: { readonly latency: OperationLatency; readonly scope: Scope }) {
  const { operation, now, clientErrors } = latency
  return (
    <>
      {now.failed === 0 || operation === '' ? (
        <span className="muted">{formatShare(now.failed, now.requests)}</span>
      ) : (
        <Link to={tracesPath({ ...scope, itsOperation: operation, itsFailed: true })}>
          <ErrorShare errors={now.failed} total={now.requests} isUsual={!assessOperation(latency).isBad} />
        </Link>
      )}
      {clientErrors > 0 && <p className="change">{describeClientErrors(latency)}</p>}
    </>
  )
}
