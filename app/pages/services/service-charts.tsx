import { Link } from 'react-router'
import { formatAmount } from '../../format/amount.ts'
import { formatDuration } from '../../format/duration.ts'
import { compareCounts } from '../../insights/change.ts'
import { compareErrorRates } from '../../insights/error-rates.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../insights/thresholds.ts'
import { describeComparison, hasComparableTraffic } from '../../parts/request-summary/compared-count.ts'
import { ReleaseLegend } from '../../ui/charts/chart.tsx'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ErrorShare, FailureChange } from '../../ui/numbers/share.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import type { Scope } from '../../url/scope.ts'
import { requestsPath, tracesPath } from '../../url/trace-filters.ts'
import { APDEX_TITLE, Apdex } from './apdex.tsx'
import { describeClientErrors } from './describe-client-errors.ts'
import { describeSlowdown } from './describe-slowdown.ts'
import { P95Change } from './p95-change.tsx'
import type { querySelfTimes, queryServiceCharts } from './query-services.server.ts'

/** A request so many times longer than the 95th percentile is named: it alone can rule the longest percentiles and the averages. */
const OUTLIER_FACTOR = 5n

type SelfTimesResult = QueryResult<Awaited<ReturnType<typeof querySelfTimes>>>

interface ServiceChartsProps {
  readonly charts: Awaited<ReturnType<typeof queryServiceCharts>>
  readonly selfTimes: SelfTimesResult | Promise<SelfTimesResult>
  readonly scope: Scope
}

/** Rate, errors and duration of a service's requests: compared with the previous period, and over time with its releases. */
export function ServiceCharts({ charts, selfTimes, scope }: ServiceChartsProps) {
  const { summary, latency, verdict, durationChart, durationCaption, releaseChange } = charts
  const { requests, failed, exceptions, perMinute, requestChart, errorRateChart } = summary
  if (requests.now === 0 && requests.before === 0 && exceptions.now === 0) {
    return (
      <EmptyState title="No requests">
        <p>This service had no transactions in this time range or the one before. Choose a longer one.</p>
      </EmptyState>
    )
  }
  const { now, before } = latency ?? { now: undefined, before: undefined }
  const canImprove = hasComparableTraffic(requests)
  return (
    <>
      {releaseChange !== undefined && (
        <p className={`notice ${releaseChange.isSlower ? 'bad-notice' : 'good-notice'}`}>
          <strong>{releaseChange.text}</strong>
          {releaseChange.isSlower && (
            <DeferredValue result={selfTimes}>
              {({ names }) => describeSlowdown(names).replace(/^(?=.)/, '; ')}
            </DeferredValue>
          )}
        </p>
      )}
      <dl className="headline panel">
        <div>
          <dt>Transactions/min</dt>
          <dd>
            <Link to={requestsPath(scope)}>{formatAmount(perMinute)}</Link>{' '}
            <RelativeChange change={compareCounts(requests)} />
          </dd>
        </div>
        <div>
          <dt>Error rate</dt>
          <dd>
            <Link to={tracesPath({ ...scope, itsFailed: true })}>
              <ErrorShare errors={failed.now} total={requests.now} isUsual={!verdict.isBad} />
            </Link>{' '}
            {requests.now > 0 && failed.now > 0 && failed.now < MIN_COUNT_FOR_PERCENTAGE && (
              <span className="change">
                {failed.now} of {formatAmount(requests.now)}
                {requests.before > 0 && ', '}
              </span>
            )}
            {requests.now > 0 && requests.before > 0 && (
              <FailureChange verdict={verdict}>
                <RelativeChange change={compareErrorRates({ failed, requests })} worse="more" canImprove={canImprove} />
              </FailureChange>
            )}
          </dd>
          {latency !== undefined && latency.clientErrors > 0 && (
            <dd className="change">{describeClientErrors(latency)}</dd>
          )}
        </div>
        <div>
          <dt>p95</dt>
          <dd>
            <Link to={slowestFirstPath(scope)}>
              {now === undefined || now.requests === 0 ? '–' : formatDuration(now.p95)}
            </Link>{' '}
            <P95Change now={now} before={before} oneIn={latency?.oneIn} />
          </dd>
          {latency !== undefined && latency.slowest > latency.now.p95 * OUTLIER_FACTOR && (
            <dd className="change">
              <span>
                slowest <Link to={slowestFirstPath(scope)}>{formatDuration(latency.slowest)}</Link>
              </span>
            </dd>
          )}
        </div>
        <div>
          <dt>
            <abbr title={APDEX_TITLE}>Apdex</abbr>
          </dt>
          <dd>
            <strong>
              <Apdex latency={latency} />
            </strong>{' '}
            <span className="change">within 500 ms</span>
          </dd>
        </div>
        <div>
          <dt>Exceptions</dt>
          <dd>
            <Link to={exceptionsPath(scope)}>{formatAmount(exceptions.now)}</Link>{' '}
            <RelativeChange change={compareCounts(exceptions)} worse="more" canImprove={canImprove} />
          </dd>
        </div>
      </dl>
      <div className="side-by-side thirds">
        {/* The figure above is enough where charts are below each other. */}
        <div className="panel padded wide-only">
          <TimeSeries
            title="Transactions"
            caption={describeComparison(requests)}
            chart={requestChart}
            listsReleases={false}
          />
        </div>
        <div className="panel padded">
          <TimeSeries
            title="Error rate"
            caption={`${formatAmount(failed.now)} of ${formatAmount(requests.now)}`}
            chart={errorRateChart}
            listsReleases={false}
          />
        </div>
        <div className="panel padded">
          <TimeSeries title="Durations" caption={durationCaption} chart={durationChart} listsReleases={false} />
        </div>
      </div>
      {/* All charts have the same marks. */}
      <div className="chart-foot">
        <ReleaseLegend marks={requestChart.marks} />
      </div>
    </>
  )
}

/** The transactions of a service, or of one of its operations, slowest first: a list of traces is by the duration of the whole trace. */
export function slowestFirstPath({ service, ...scope }: Scope, operation = ''): string {
  const clauses = Object.entries({ service, operation }).filter(([, value]) => value !== '')
  // It is quoted as by quoteText: this page has no search box, and need not load how searches are written.
  const search = ['is:entry', ...clauses.map(([key, value]) => `${key}:"${value.replaceAll(/["\\]/g, '\\$&')}"`)].join(
    ' ',
  )
  return tracesPath({ ...scope, service: '', show: 'spans', search, sort: '-duration' })
}
