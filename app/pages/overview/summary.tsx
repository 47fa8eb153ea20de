import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatAmount } from '../../format/amount.ts'
import { formatDuration } from '../../format/duration.ts'
import { compareCounts } from '../../insights/change.ts'
import { compareErrorRates } from '../../insights/error-rates.ts'
import { hasComparableTraffic } from '../../parts/request-summary/compared-count.ts'
import { ReleaseLegend } from '../../ui/charts/chart.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ReservedSpace } from '../../ui/feedback/reserved-space.tsx'
import { ServiceLink } from '../../ui/links/service-link.tsx'
import { ErrorShare, FailureChange } from '../../ui/numbers/share.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import type { Scope } from '../../url/scope.ts'
import { requestsPath, tracesPath } from '../../url/trace-filters.ts'
import type { PresentedOverview } from './present-overview.server.ts'
import type { queryLatencies } from './query-overview.server.ts'

/** Exceptions, error rate and requests over time, with the previous period as a line; selecting an interval opens this page with it. */
export function SummaryCharts({ summary }: { readonly summary: PresentedOverview }) {
  return (
    <>
      <div className="side-by-side thirds">
        {summary.charts.map(chart => (
          <div className="panel padded" key={chart.title}>
            <TimeSeries {...chart} listsReleases={false} />
          </div>
        ))}
      </div>
      {/* All charts have the same marks. */}
      <div className="chart-foot">
        <ReleaseLegend marks={summary.marks} />
      </div>
    </>
  )
}

type SummaryRow = PresentedOverview['services'][number]
type ServiceLatency = Awaited<ReturnType<typeof queryLatencies>>[number]
type Latencies = QueryResult<readonly ServiceLatency[]>

interface SummaryTableProps {
  readonly summary: PresentedOverview
  readonly latencies: Latencies | Promise<Latencies>
  readonly scope: Scope
}

/** The services, those that fail more than before first. */
export function SummaryTable({ summary, latencies, scope }: SummaryTableProps) {
  const { services } = summary
  if (services.length === 0) {
    return (
      <div className="section">
        <EmptyState title="No requests" level={2}>
          <p>
            No transactions in this range. Choose a longer one, or check the <Link to="/status">pipeline</Link>.
          </p>
        </EmptyState>
      </div>
    )
  }
  return (
    <section className="section" aria-labelledby="services">
      <h2 id="services">Services</h2>
      <div className="panel scrolls">
        <DataTable
          className="services fit"
          columns={columnsOf(latencies, scope)}
          rows={services}
          keyOf={({ service }) => service}
        />
      </div>
    </section>
  )
}

function columnsOf(latencies: SummaryTableProps['latencies'], scope: Scope): readonly Column<SummaryRow>[] {
  const latencyOf = ({ service }: SummaryRow, show: (of: ServiceLatency) => ReactNode) => (
    <DeferredValue result={latencies} fallback={<ReservedSpace for="duration" />}>
      {all => {
        const latency = all.find(of => of.service === service)
        return latency && show(latency)
      }}
    </DeferredValue>
  )
  return [
    {
      name: 'Service',
      namesRow: true,
      cell: ({ service, stopped }) => (
        <>
          <ServiceLink name={service} />
          {stopped && <p className="under">{stopped}</p>}
        </>
      ),
    },
    {
      name: 'Error rate',
      isNumber: true,
      cell: ({ service, requests, failed, verdict }) => (
        <>
          <Link to={tracesPath({ ...scope, service, itsFailed: true })}>
            <ErrorShare errors={failed.now} total={requests.now} isUsual={!verdict.isBad} />
          </Link>{' '}
          <span className="muted small wide-only">of {formatAmount(requests.now)}</span>
          <p className="change narrow-only">of {formatAmount(requests.now)}</p>
        </>
      ),
    },
    {
      name: 'Error rate change',
      head: (
        <>
          <span className="wide-only">Error rate </span>change
        </>
      ),
      cell: ({ requests, failed, verdict }) => (
        <FailureChange verdict={verdict}>
          <RelativeChange
            change={compareErrorRates({ failed, requests })}
            worse="more"
            canImprove={hasComparableTraffic(requests)}
            asRatio
          />
        </FailureChange>
      ),
    },
    {
      name: 'Exceptions',
      isNumber: true,
      cell: ({ service, exceptions }) => (
        <Link to={exceptionsPath({ ...scope, service })}>{formatAmount(exceptions.now)}</Link>
      ),
    },
    {
      name: 'Exceptions change',
      shown: 'wide',
      cell: ({ requests, exceptions, exceptionLine }) => (
        <>
          <Sparkline model={exceptionLine} bad={exceptions.now > 0} />{' '}
          <RelativeChange change={compareCounts(exceptions)} worse="more" canImprove={hasComparableTraffic(requests)} />
        </>
      ),
    },
    {
      name: 'Transactions/min',
      isNumber: true,
      shown: 'wide',
      cell: ({ service, perMinute }) => <Link to={requestsPath({ ...scope, service })}>{formatAmount(perMinute)}</Link>,
    },
    {
      name: 'Transactions change',
      shown: 'roomy',
      cell: ({ requests, requestLine }) => (
        <>
          <Sparkline model={requestLine} /> <RelativeChange change={compareCounts(requests)} />
        </>
      ),
    },
    { name: 'p95', isNumber: true, shown: 'wide', cell: row => latencyOf(row, of => formatDuration(of.p95)) },
    {
      name: 'p95 change',
      shown: 'wide',
      cell: row => latencyOf(row, ({ change }) => change && <RelativeChange change={change} worse="more" />),
    },
  ]
}
