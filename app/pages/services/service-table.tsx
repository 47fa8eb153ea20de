import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TransactionLatency } from '../../../store/services/list-latencies.ts'
import { withoutBrowsers } from '../../../store/services/without-browsers.ts'
import { formatAmount, formatShare } from '../../format/amount.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { compareCounts } from '../../insights/change.ts'
import { compareErrorRates } from '../../insights/error-rates.ts'
import { MIN_COUNT_FOR_P99 } from '../../insights/thresholds.ts'
import { hasComparableTraffic } from '../../parts/request-summary/compared-count.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { ErrorShare, FailureChange } from '../../ui/numbers/share.tsx'
import { RelativeChange } from '../../ui/numbers/trend.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { issuesPath } from '../../url/issue-filters.ts'
import { releasePath, servicePath } from '../../url/page-paths.ts'
import type { Scope } from '../../url/scope.ts'
import { scopedPath, writeScope } from '../../url/scope.ts'
import { requestsPath, tracesPath } from '../../url/trace-filters.ts'
import { APDEX_TITLE, Apdex } from './apdex.tsx'
import { describeClientErrors } from './describe-client-errors.ts'
import { P95Change } from './p95-change.tsx'
import { type ServiceFilters, serviceCodecs } from './service-filters.ts'
import { isRisen, type ServiceRow } from './sort-services.ts'

interface ServiceTableProps {
  /** In the order of the list. */
  readonly services: readonly ServiceRow[]
  /** The number of services, also of those that are not listed. */
  readonly total: number
  readonly filters: ServiceFilters
  readonly nowMs: number
}

/** A table of services compared with the previous period. Column headers are links that sort. */
export function ServiceTable({ services, total, filters, nowMs }: ServiceTableProps) {
  const { sort, show: _, ...scope } = filters
  const counted = new Set(withoutBrowsers(services))
  return (
    <div className="panel scrolls">
      <DataTable
        className="services fit"
        caption="Services"
        columns={columnsOf(scope, nowMs, row => !counted.has(row))}
        rows={services}
        keyOf={({ service }) => service}
        sorting={{ sort, none: serviceCodecs.sort.defaultValue }}
      />
      {services.length < total && (
        <p className="pager">
          Showing the first {formatCount(services.length)} of {formatCount(total)} services in this order. Others are
          first in another one, and <code>service:</code> in a search of traces finds each.
        </p>
      )}
    </div>
  )
}

/** @param isCountedAgain says if the requests of a row are those of other rows too. */
function columnsOf(
  scope: Scope,
  nowMs: number,
  isCountedAgain: (row: ServiceRow) => boolean,
): readonly Column<ServiceRow>[] {
  return [
    {
      name: 'Service',
      namesRow: true,
      sort: { by: 'service' },
      cell: row => (
        <>
          {row.service === '' ? (
            <ServiceName name="" />
          ) : (
            <Link to={servicePath(row.service, scope)} className="row-link" data-row="">
              <ServiceName name={row.service} />
            </Link>
          )}
          {row.stopped && <p className="under">{row.stopped}</p>}
          {isCountedAgain(row) && <p className="under">same requests, seen by browsers</p>}
          <p className="under narrow-only">
            {row.release !== '' && <span>{row.release}</span>}
            {row.releaseNs !== undefined && <RelativeTime atNs={row.releaseNs} nowMs={nowMs} />}
            {row.issues > 0 && <span>{pluralize(row.issues, 'issue')}</span>}
          </p>
        </>
      ),
    },
    {
      name: 'Requests/min',
      head: (
        <>
          Req<span className="wide-only">uests</span>/min
        </>
      ),
      sort: { by: 'requests', first: 'falling' },
      isNumber: true,
      width: 'col-bar',
      cell: ({ service, perMinute }) => <Link to={requestsPath({ ...scope, service })}>{formatAmount(perMinute)}</Link>,
    },
    {
      name: 'Requests trend',
      shown: 'roomy',
      width: 'col-vital',
      cell: ({ requestLine, requests }) => (
        <>
          <Sparkline model={requestLine} /> <RelativeChange change={compareCounts(requests)} />
        </>
      ),
    },
    {
      name: 'Error rate',
      sort: { by: 'errors', first: 'falling' },
      isNumber: true,
      width: 'col-count',
      cell: row => <ErrorRate row={row} scope={scope} />,
    },
    {
      name: 'Error rate trend',
      sort: { by: 'change', first: 'falling' },
      shown: 'wide',
      width: 'col-vital',
      cell: row => (
        <>
          <Sparkline model={row.errorLine} bad={isRisen(row)} /> <ErrorRateChange row={row} />
        </>
      ),
    },
    {
      name: 'p50',
      sort: { by: 'p50', first: 'falling' },
      isNumber: true,
      shown: 'roomy',
      width: 'col-duration',
      cell: row => ofLatency(row, ({ p50 }) => formatDuration(p50)),
    },
    {
      name: 'p95',
      sort: { by: 'p95', first: 'falling' },
      isNumber: true,
      width: 'col-duration',
      cell: row => (
        <>
          {ofLatency(row, ({ p95 }) => formatDuration(p95))}
          <div className="narrow-only">{p95ChangeOf(row)}</div>
        </>
      ),
    },
    { name: 'p95 change', shown: 'wide', width: 'col-duration', cell: p95ChangeOf },
    {
      name: 'p99',
      sort: { by: 'p99', first: 'falling' },
      isNumber: true,
      shown: 'roomy',
      width: 'col-duration',
      cell: row => ofLatency(row, now => <P99 now={now} />),
    },
    {
      name: 'Apdex',
      head: <abbr title={APDEX_TITLE}>Apdex</abbr>,
      sort: { by: 'apdex' },
      isNumber: true,
      shown: 'wide',
      width: 'col-duration',
      cell: ({ latency }) => <Apdex latency={latency} />,
    },
    {
      name: 'Issues',
      sort: { by: 'issues', first: 'falling' },
      isNumber: true,
      shown: 'wide',
      width: 'col-duration',
      cell: ({ service, issues }) =>
        issues === 0 ? (
          <span className="muted">–</span>
        ) : (
          <Link to={issuesPath({ ...scope, service })}>{formatCount(issues)}</Link>
        ),
    },
    {
      name: 'Release',
      shown: 'wide',
      width: 'col-release',
      title: ({ release }) => release,
      cell: ({ service, release, releaseNs }) => (
        <>
          {release !== '' && (
            <Link to={scopedPath(releasePath(release), new URLSearchParams(writeScope({ ...scope, service })))}>
              {release}
            </Link>
          )}
          {releaseNs !== undefined && (
            <p className="under">
              <RelativeTime atNs={releaseNs} nowMs={nowMs} />
            </p>
          )}
        </>
      ),
    },
  ]
}

/** Draws a number of the latest period, unless there was no request in it. */
function ofLatency({ latency }: ServiceRow, draw: (now: TransactionLatency) => ReactNode) {
  return latency && latency.now.requests > 0 && draw(latency.now)
}

const p95ChangeOf = ({ latency }: ServiceRow) =>
  latency && <P95Change now={latency.now} before={latency.before} oneIn={latency.oneIn} />

function ErrorRate({ row, scope }: { readonly row: ServiceRow; readonly scope: Scope }) {
  const { service, requests, failed, verdict, latency } = row
  const clientErrors = latency !== undefined && latency.clientErrors > 0 && describeClientErrors(latency)
  return (
    <>
      <Link to={tracesPath({ ...scope, service, itsFailed: true })}>
        <ErrorShare errors={failed.now} total={requests.now} isUsual={!verdict.isBad} />
      </Link>
      <p className="change">
        {`${formatAmount(failed.now)} of ${formatAmount(requests.now)}`}
        {clientErrors && <span className="wide-only">, {clientErrors}</span>}
      </p>
      {clientErrors && <p className="change narrow-only">{clientErrors}</p>}
      <div className="narrow-only">
        <ErrorRateChange row={row} />
      </div>
    </>
  )
}

function ErrorRateChange({ row: { requests, failed, verdict } }: { readonly row: ServiceRow }) {
  if (requests.now === 0 || requests.before === 0) return null
  return (
    <FailureChange verdict={verdict}>
      {failed.now === 0 && failed.before > 0 ? (
        <span className="change">was {formatShare(failed.before, requests.before)}</span>
      ) : (
        <RelativeChange
          change={compareErrorRates({ failed, requests })}
          worse="more"
          canImprove={hasComparableTraffic(requests)}
        />
      )}
    </FailureChange>
  )
}

function P99({ now: { requests, p99 } }: { readonly now: TransactionLatency }) {
  if (requests >= MIN_COUNT_FOR_P99) return formatDuration(p99)
  return (
    <span className="muted small" title={`Of fewer than ${MIN_COUNT_FOR_P99} requests it would be the longest.`}>
      too few
    </span>
  )
}
