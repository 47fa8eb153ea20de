import { Link } from 'react-router'
import { formatApproximate, formatCount } from '../../format/count.ts'
import { formatAgo } from '../../format/time.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import type { LogPatternRow } from './log-pattern-rows.server.ts'

type Changes = Readonly<Record<string, string>>

interface LogPatternTableProps {
  readonly rows: readonly LogPatternRow[]
  /** Says which patterns are new or have increased since the previous period, by the URL of their records. */
  readonly changes: QueryResult<Changes> | undefined | Promise<QueryResult<Changes> | undefined>
  /** The number of all patterns. */
  readonly total: number
  /** One record in so many was read. */
  readonly oneIn: number
  readonly nowMs: number
}

/** Patterns of log records, the most severe first; each row links to its records. */
export function LogPatternTable({ rows, changes, total, oneIn, nowMs }: LogPatternTableProps) {
  const nowNs = BigInt(nowMs) * 1_000_000n
  const count = oneIn === 1 ? formatCount : formatApproximate
  return (
    <div className="panel scrolls">
      <table className="list stacked log-patterns">
        <caption className="visually-hidden">Patterns of log records, the most severe first</caption>
        <thead>
          <tr>
            <th scope="col">Pattern</th>
            <th scope="col" className="col-release wide-only">
              Severity
            </th>
            <th scope="col" className="col-service wide-only">
              Service
            </th>
            <th scope="col" className="col-service">
              Trend
            </th>
            <th scope="col" className="number col-small">
              Records
            </th>
            <th scope="col" className="number col-when wide-only">
              First in range
            </th>
            <th scope="col" className="number col-when wide-only">
              Last
            </th>
            <th scope="col" className="wide-only col-small">
              <span className="visually-hidden">Exclude</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(
            ({ pattern, event, service, severity, line, count: records, firstNs, lastNs, shown, to, others }) => (
              <tr key={to}>
                <th scope="row" title={pattern}>
                  <span className="lead">
                    <Link to={to} className="row-link mono break clamped" data-row="">
                      {shown || event || <span className="muted">(empty)</span>}
                    </Link>
                  </span>
                  <span className="under narrow-only">
                    First in range {formatAgo(firstNs, nowNs)}, last {formatAgo(lastNs, nowNs)}
                  </span>
                </th>
                <td>
                  <span className={`mark ${severity.className}`}>{severity.name}</span>{' '}
                  <span className="narrow-only small">
                    <ServiceName name={service} />
                  </span>
                </td>
                <td className="wide-only">
                  <ServiceName name={service} />
                </td>
                <td>
                  <Sparkline model={line} bad={severity.className === 'bad'} />{' '}
                  <DeferredValue result={changes} fallback="">
                    {({ [to]: change }) => change && <span className="mark warn">{change}</span>}
                  </DeferredValue>
                </td>
                <td className="number">{count(records)}</td>
                <td className="number wide-only">
                  <RelativeTime atNs={firstNs} nowMs={nowMs} />
                </td>
                <td className="number wide-only">
                  <RelativeTime atNs={lastNs} nowMs={nowMs} />
                </td>
                <td className="number small">
                  <Link to={others} aria-label={`Exclude ${pattern || event}`} preventScrollReset>
                    Exclude
                  </Link>
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      <p className="padded muted small">
        Most severe first. Values are shown as <code>*</code>: numbers, ids, addresses and quoted text.
        {total > rows.length && ` Showing ${formatCount(rows.length)} of ${formatCount(total)} patterns.`}
        {oneIn > 1 && ` Based on one record in ${formatCount(oneIn)}: counts are estimates.`}
      </p>
    </div>
  )
}
