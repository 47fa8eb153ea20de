import { Link } from 'react-router'
import { formatAmount } from '../../format/amount.ts'
import { formatDuration } from '../../format/duration.ts'
import { MIN_COUNT_FOR_PERCENTAGE } from '../../format/error-share.ts'
import { TimeSeries } from '../../ui/charts/time-series.tsx'
import { ErrorShare } from '../../ui/elements/share.tsx'
import { RelativeChange } from '../../ui/elements/trend.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { exceptionsPath } from '../../url/exception-filters.ts'
import type { Scope } from '../../url/scope.ts'
import { requestsPath, tracesPath } from '../../url/trace-filters.ts'
import { describeComparison, hasComparableTraffic } from '../overview/headline.tsx'
import { APDEX_TITLE, Apdex } from './apdex.tsx'
import { P95Change } from './p95-change.tsx'
import type { queryServiceCharts } from './query-services.server.ts'

interface ServiceChartsProps {
  readonly of: Awaited<ReturnType<typeof queryServiceCharts>>
  readonly scope: Scope
}

/** Rate, errors and duration of a service's requests: compared with the previous period, and over time with its releases. */
export function ServiceCharts({ of: { summary, latency, durationChart, durationCaption }, scope }: ServiceChartsProps) {
  const { requests, failed, exceptions, perMinute } = summary
  if (requests.now === 0 && requests.before === 0 && exceptions.now === 0) {
    return (
      <EmptyState title="No requests">
        <p>This service received no requests in this time range or the one before. Choose a longer one.</p>
      </EmptyState>
    )
  }
  const { now, before } = latency ?? { now: undefined, before: undefined }
  const canImprove = hasComparableTraffic(requests)
  return (
    <>
      <dl className="headline panel">
        <div>
          <dt>Requests/min</dt>
          <dd>
            <Link to={requestsPath(scope)}>{formatAmount(perMinute)}</Link> <RelativeChange {...requests} />
          </dd>
        </div>
        <div>
          <dt>Error rate</dt>
          <dd>
            <Link to={tracesPath({ ...scope, itsFailed: true })}>
              <ErrorShare errors={failed.now} total={requests.now} />
            </Link>{' '}
            {requests.now > 0 && failed.now > 0 && failed.now < MIN_COUNT_FOR_PERCENTAGE && (
              <span className="change">
                {failed.now} of {formatAmount(requests.now)}
                {requests.before > 0 && ', '}
              </span>
            )}
            {requests.now > 0 && requests.before > 0 && (
              <RelativeChange
                now={failed.now / requests.now}
                before={failed.before / requests.before}
                worse="more"
                of={requests.now}
                canImprove={canImprove}
              />
            )}
          </dd>
        </div>
        <div>
          <dt>p95</dt>
          <dd>
            <Link to={tracesPath({ ...scope, sort: '-duration' })}>
              {now === undefined || now.requests === 0 ? '–' : formatDuration(now.p95)}
            </Link>{' '}
            <P95Change now={now} before={before} />
          </dd>
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
            <RelativeChange {...exceptions} of={1} worse="more" canImprove={canImprove} />
          </dd>
        </div>
      </dl>
      <div className="side-by-side">
        <div className="panel padded">
          <TimeSeries
            title="Requests"
            caption={`${describeComparison(requests)}; ${formatAmount(failed.now)} failed.`}
            chart={summary.requestChart}
          />
        </div>
        <div className="panel padded">
          <TimeSeries title="Durations" caption={durationCaption} chart={durationChart} />
        </div>
      </div>
    </>
  )
}
