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
  const latencyOf = (service: string, show: (of: ServiceLatency) => ReactNode) => (
    <DeferredValue result={latencies} fallback={<ReservedSpace for="duration" />}>
      {all => {
        const latency = all.find(of => of.service === service)
        return latency && show(latency)
      }}
    </DeferredValue>
  )
  if (services.length === 0) {
    return (
      <div className="section">
        <EmptyState title="No requests" level={2}>
          <p>
            No requests in this range. Choose a longer one, or check the <Link to="/status">pipeline</Link>.
          </p>
        </EmptyState>
      </div>
    )
  }
  return (
    <section className="section" aria-labelledby="services">
      <h2 id="services">Services</h2>
      <div className="panel scrolls">
        <table className="list services fit">
          <thead>
            <tr>
              <th scope="col">Service</th>
              <th scope="col" className="number">
                Error rate
              </th>
              <th scope="col">
                <span className="wide-only">Error rate </span>change
              </th>
              <th scope="col" className="number">
                Exceptions
              </th>
              <th scope="col" className="wide-only">
                Exceptions change
              </th>
              <th scope="col" className="number wide-only">
                Requests/min
              </th>
              <th scope="col" className="roomy-only">
                Requests change
              </th>
              <th scope="col" className="number wide-only">
                p95
              </th>
              <th scope="col" className="wide-only">
                p95 change
              </th>
            </tr>
          </thead>
          <tbody>
            {services.map(
              ({ service, requests, failed, verdict, exceptions, perMinute, stopped, requestLine, exceptionLine }) => (
                <tr key={service}>
                  <th scope="row">
                    <ServiceLink name={service} />
                    {stopped && <p className="under">{stopped}</p>}
                  </th>
                  <td className="number">
                    <Link to={tracesPath({ ...scope, service, itsFailed: true })}>
                      <ErrorShare errors={failed.now} total={requests.now} isUsual={!verdict.isBad} />
                    </Link>{' '}
                    <span className="muted small wide-only">of {formatAmount(requests.now)}</span>
                    <p className="change narrow-only">of {formatAmount(requests.now)}</p>
                  </td>
                  <td>
                    <FailureChange verdict={verdict}>
                      <RelativeChange
                        change={compareErrorRates({ failed, requests })}
                        worse="more"
                        canImprove={hasComparableTraffic(requests)}
                        asRatio
                      />
                    </FailureChange>
                  </td>
                  <td className="number">
                    <Link to={exceptionsPath({ ...scope, service })}>{formatAmount(exceptions.now)}</Link>
                  </td>
                  <td className="wide-only">
                    <Sparkline model={exceptionLine} bad={exceptions.now > 0} />{' '}
                    <RelativeChange
                      change={compareCounts(exceptions)}
                      worse="more"
                      canImprove={hasComparableTraffic(requests)}
                    />
                  </td>
                  <td className="number wide-only">
                    <Link to={requestsPath({ ...scope, service })}>{formatAmount(perMinute)}</Link>
                  </td>
                  <td className="roomy-only">
                    <Sparkline model={requestLine} /> <RelativeChange change={compareCounts(requests)} />
                  </td>
                  <td className="number wide-only">{latencyOf(service, of => formatDuration(of.p95))}</td>
                  <td className="wide-only">
                    {latencyOf(service, ({ change }) => change && <RelativeChange change={change} worse="more" />)}
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </section>
  )
}
