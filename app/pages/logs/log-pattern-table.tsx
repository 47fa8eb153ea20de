import { Link } from 'react-router'
import { formatApproximate, formatCount } from '../../format/count.ts'
import { formatAgo } from '../../format/time.ts'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
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
  const columns: readonly Column<LogPatternRow>[] = [
    {
      name: 'Pattern',
      namesRow: true,
      title: ({ pattern }) => pattern,
      cell: ({ to, shown, event, firstNs, lastNs }) => (
        <>
          <span className="lead">
            <Link to={to} className="row-link mono break clamped" data-row="">
              {shown || event || <span className="muted">(empty)</span>}
            </Link>
          </span>
          <span className="under narrow-only">
            First in range {formatAgo(firstNs, nowNs)}, last {formatAgo(lastNs, nowNs)}
          </span>
        </>
      ),
    },
    {
      name: 'Severity',
      headShown: 'wide',
      width: 'col-release',
      cell: ({ severity, service }) => (
        <>
          <span className={`mark ${severity.className}`}>{severity.name}</span>{' '}
          <span className="narrow-only small">
            <ServiceName name={service} />
          </span>
        </>
      ),
    },
    { name: 'Service', shown: 'wide', width: 'col-service', cell: ({ service }) => <ServiceName name={service} /> },
    {
      name: 'Trend',
      width: 'col-service',
      cell: ({ line, severity, to }) => (
        <>
          <Sparkline model={line} bad={severity.className === 'bad'} />{' '}
          <DeferredValue result={changes} fallback="">
            {({ [to]: change }) => change && <span className="mark warn">{change}</span>}
          </DeferredValue>
        </>
      ),
    },
    { name: 'Records', isNumber: true, width: 'col-small', cell: of => count(of.count) },
    {
      name: 'First in range',
      isNumber: true,
      shown: 'wide',
      width: 'col-when',
      cell: ({ firstNs }) => <RelativeTime atNs={firstNs} nowMs={nowMs} />,
    },
    {
      name: 'Last',
      isNumber: true,
      shown: 'wide',
      width: 'col-when',
      cell: ({ lastNs }) => <RelativeTime atNs={lastNs} nowMs={nowMs} />,
    },
    {
      name: 'Exclude',
      head: <span className="visually-hidden">Exclude</span>,
      headShown: 'wide',
      width: 'col-small',
      look: 'number small',
      cell: ({ others, pattern, event }) => (
        <Link to={others} aria-label={`Exclude ${pattern || event}`} preventScrollReset>
          Exclude
        </Link>
      ),
    },
  ]
  return (
    <div className="panel scrolls">
      <DataTable
        className="stacked log-patterns"
        caption="Patterns of log records, the most severe first"
        columns={columns}
        rows={rows}
        keyOf={({ to }) => to}
      />
      <p className="padded muted small">
        Most severe first. Values are shown as <code>*</code>: numbers, ids, addresses and quoted text.
        {total > rows.length && ` Showing ${formatCount(rows.length)} of ${formatCount(total)} patterns.`}
        {oneIn > 1 && ` Based on one record in ${formatCount(oneIn)}: counts are estimates.`}
      </p>
    </div>
  )
}
