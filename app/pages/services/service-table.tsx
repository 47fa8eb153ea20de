import { Link } from 'react-router'
import { withoutBrowsers } from '../../../store/services/browser-services.ts'
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
import { SortHeader } from '../../ui/table/sort-header.tsx'
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
  /** How many there are. */
  readonly total: number
  readonly filters: ServiceFilters
  readonly nowMs: number
}

/** A table of services compared with the previous period. Column headers are links that sort. */
export function ServiceTable({ services, total, filters, nowMs }: ServiceTableProps) {
  const { sort, show: _, ...scope } = filters
  const counted = withoutBrowsers(services)
  const sorting = { sort, none: serviceCodecs.sort.defaultValue }
  return (
    <div className="panel scrolls">
      <table className="list services fit">
        <caption className="visually-hidden">Services</caption>
        <thead>
          <tr>
            <SortHeader sorting={sorting} column="service">
              Service
            </SortHeader>
            <SortHeader sorting={sorting} column="requests" first="falling" className="number col-bar">
              Req<span className="wide-only">uests</span>/min
            </SortHeader>
            <th scope="col" className="roomy-only col-vital">
              Requests trend
            </th>
            <SortHeader sorting={sorting} column="errors" first="falling" className="number col-count">
              Error rate
            </SortHeader>
            <SortHeader sorting={sorting} column="change" first="falling" className="wide-only col-vital">
              Error rate trend
            </SortHeader>
            <SortHeader sorting={sorting} column="p50" first="falling" className="number roomy-only col-duration">
              p50
            </SortHeader>
            <SortHeader sorting={sorting} column="p95" first="falling" className="number col-duration">
              p95
            </SortHeader>
            <th scope="col" className="wide-only col-duration">
              p95 change
            </th>
            <SortHeader sorting={sorting} column="p99" first="falling" className="number roomy-only col-duration">
              p99
            </SortHeader>
            <SortHeader sorting={sorting} column="apdex" className="number wide-only col-duration">
              <abbr title={APDEX_TITLE}>Apdex</abbr>
            </SortHeader>
            <SortHeader sorting={sorting} column="issues" first="falling" className="number wide-only col-duration">
              Issues
            </SortHeader>
            <th scope="col" className="wide-only col-release">
              Release
            </th>
          </tr>
        </thead>
        <tbody>
          {services.map(row => (
            <ServiceTableRow
              key={row.service}
              row={row}
              scope={scope}
              nowMs={nowMs}
              isCountedAgain={!counted.includes(row)}
            />
          ))}
        </tbody>
      </table>
      {services.length < total && (
        <p className="pager">
          Showing the first {formatCount(services.length)} of {formatCount(total)} services in this order. Others are
          first in another one, and <code>service:</code> in a search of traces finds each.
        </p>
      )}
    </div>
  )
}

interface ServiceTableRowProps {
  readonly row: ServiceRow
  readonly scope: Scope
  readonly nowMs: number
  /** True if its requests are those of other rows too. */
  readonly isCountedAgain: boolean
}

function ServiceTableRow({ row, scope, nowMs, isCountedAgain }: ServiceTableRowProps) {
  const {
    service,
    requests,
    failed,
    verdict,
    perMinute,
    stopped,
    requestLine,
    errorLine,
    latency,
    issues,
    release,
    releaseNs,
  } = row
  const [now, before] = [latency?.now, latency?.before].map(of =>
    of !== undefined && of.requests > 0 ? of : undefined,
  )
  const of = { ...scope, service }
  const errorChange = requests.now > 0 && requests.before > 0 && (
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
  const clientErrors = latency !== undefined && latency.clientErrors > 0 && describeClientErrors(latency)
  const latencyChange = <P95Change now={now} before={before} oneIn={latency?.oneIn} />
  return (
    <tr>
      <th scope="row">
        {service === '' ? (
          <ServiceName name="" />
        ) : (
          <Link to={servicePath(service, scope)} className="row-link" data-row="">
            <ServiceName name={service} />
          </Link>
        )}
        {stopped && <p className="under">{stopped}</p>}
        {isCountedAgain && <p className="under">same requests, seen by browsers</p>}
        <p className="under narrow-only">
          {release !== '' && <span>{release}</span>}
          {releaseNs !== undefined && <RelativeTime atNs={releaseNs} nowMs={nowMs} />}
          {issues > 0 && <span>{pluralize(issues, 'issue')}</span>}
        </p>
      </th>
      <td className="number">
        <Link to={requestsPath(of)}>{formatAmount(perMinute)}</Link>
      </td>
      <td className="roomy-only">
        <Sparkline model={requestLine} /> <RelativeChange change={compareCounts(requests)} />
      </td>
      <td className="number">
        <Link to={tracesPath({ ...of, itsFailed: true })}>
          <ErrorShare errors={failed.now} total={requests.now} isUsual={!verdict.isBad} />
        </Link>
        <p className="change">
          {`${formatAmount(failed.now)} of ${formatAmount(requests.now)}`}
          {clientErrors && <span className="wide-only">, {clientErrors}</span>}
        </p>
        {clientErrors && <p className="change narrow-only">{clientErrors}</p>}
        <div className="narrow-only">{errorChange}</div>
      </td>
      <td className="wide-only">
        <Sparkline model={errorLine} bad={isRisen(row)} /> {errorChange}
      </td>
      <td className="number roomy-only">{now && formatDuration(now.p50)}</td>
      <td className="number">
        {now && formatDuration(now.p95)}
        <div className="narrow-only">{latencyChange}</div>
      </td>
      <td className="wide-only">{latencyChange}</td>
      <td className="number roomy-only">
        {now &&
          (now.requests < MIN_COUNT_FOR_P99 ? (
            <span
              className="muted small"
              title={`Of fewer than ${MIN_COUNT_FOR_P99} requests it would be the longest.`}
            >
              too few
            </span>
          ) : (
            formatDuration(now.p99)
          ))}
      </td>
      <td className="number wide-only">
        <Apdex latency={latency} />
      </td>
      <td className="number wide-only">
        {issues === 0 ? <span className="muted">–</span> : <Link to={issuesPath(of)}>{formatCount(issues)}</Link>}
      </td>
      <td className="wide-only" title={release}>
        {release !== '' && (
          <Link to={scopedPath(releasePath(release), new URLSearchParams(writeScope(of)))}>{release}</Link>
        )}
        {releaseNs !== undefined && (
          <p className="under">
            <RelativeTime atNs={releaseNs} nowMs={nowMs} />
          </p>
        )}
      </td>
    </tr>
  )
}
