import { Fragment } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { FoundLog } from '../../../store/logs/find-logs.ts'
import type { LogRecord } from '../../../store/logs/get-log.ts'
import type { Cursor } from '../../../store/newest-first.ts'
import { severityClass, severityName } from '../../format/severity.ts'
import { zoneKind } from '../../format/time-zone.ts'
import { RecordLinks, type ScopedPath } from '../../parts/record-links/record-links.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { DayRow, layoutDays } from '../../ui/table/day-row.tsx'
import type { SortParam } from '../../ui/table/sort-header.tsx'
import { ClockAhead } from '../../ui/times/clock-ahead.tsx'
import { ClockTime } from '../../ui/times/clock-time.tsx'
import { changeParams, samePage } from '../../url/filter-links.ts'
import { LOG_FRAGMENT, logCodecs } from '../../url/log-filters.ts'
import type { LogRow } from './fold-vitals.ts'
import { LogDetails } from './log-details.tsx'

interface LinkedRow extends LogRow {
  readonly links: readonly ScopedPath[]
}

interface LogTableProps {
  readonly logs: readonly LinkedRow[]
  readonly nowMs: number
  readonly columns: readonly string[]
  readonly search: string
  readonly sorting: SortParam
  /** Id of the open record. */
  readonly openId: string | undefined
  /** `undefined` if it is no longer stored. */
  readonly open: LogRecord | undefined
  /** The place in the middle of the page, if it has been asked for. */
  readonly around: Cursor | undefined
}

/** A table of log records; the open one with its attributes below. */
export function LogTable({ logs, nowMs, columns, search, sorting, openId, open, around }: LogTableProps) {
  const [params] = useSearchParams()
  const without = (name: string) => logCodecs.columns.format(columns.filter(column => column !== name))
  const hasUsers = logs.some(({ links }) => links.length > 1)
  const middle = around && findMiddle(logs, around)
  const days = layoutDays(
    logs.map(({ atNs }) => atNs),
    nowMs,
  )
  const to = (log: FoundLog) =>
    changeParams(params, { ...samePage(params), open: log.id === openId ? '' : logCodecs.open.format(log) })
  const allColumns: readonly Column<LinkedRow>[] = [
    {
      name: `Time (${zoneKind()})`,
      sort: { by: 'time', first: 'falling' },
      width: 'col-exact',
      cell: ({ atNs }) => <ClockTime atNs={atNs} nowMs={nowMs} hasDay={days.hasDay} precision="millisecond" />,
    },
    {
      name: 'Severity',
      headShown: 'wide',
      width: 'col-small',
      cell: ({ severityNumber }) => (
        <span className={`mark ${severityClass(severityNumber)}`}>{severityName(severityNumber)}</span>
      ),
    },
    { name: 'Service', headShown: 'wide', width: 'col-service', cell: ({ service }) => <ServiceName name={service} /> },
    {
      name: hasUsers ? 'Trace, user' : 'Trace',
      headShown: 'wide',
      width: hasUsers ? 'col-links' : 'col-release',
      cell: ({ links }) => <RecordLinks links={links} areAll />,
    },
    ...columns.map((name, index) => ({
      name: `attribute ${name}`,
      head: (
        <span title={name}>
          <Link
            to={changeParams(params, { columns: without(name) })}
            aria-label={`Remove column ${name}`}
            preventScrollReset
          >
            ×
          </Link>{' '}
          {name}
        </span>
      ),
      width: 'col-bar',
      title: (log: LinkedRow) => log.columns[index],
      cell: (log: LinkedRow) => log.columns[index],
    })),
    {
      name: 'Message',
      namesRow: true,
      headShown: 'wide',
      look: 'mono',
      cell: log => <Message log={log} to={to(log)} isOpen={log.id === openId} />,
    },
  ]
  return (
    <div className="panel scrolls">
      <DataTable
        className="logs"
        caption={`Log records, ${sorting.sort === 'time' ? 'oldest' : 'newest'} first`}
        columns={allColumns}
        rows={logs}
        keyOf={({ atNs, id }) => `${atNs}${id}`}
        sorting={sorting}
        rowProps={log => ({
          id: log === middle ? LOG_FRAGMENT.slice(1) : undefined,
          'aria-current': log.id === openId ? 'true' : undefined,
        })}
        around={(log, drawn, index) => (
          <>
            <DayRow day={days.heads[index]} />
            {drawn}
            {log.id === openId && (
              <tr className="log-open">
                <td colSpan={allColumns.length}>
                  <LogDetails log={open} search={search} columns={columns} params={params} />
                </td>
              </tr>
            )}
          </>
        )}
      />
    </div>
  )
}

interface MessageProps {
  readonly log: LogRow
  readonly to: string
  readonly isOpen: boolean
}

function Message({ log, to, isOpen }: MessageProps) {
  return (
    <>
      <ClockAhead atNs={log.atNs} record={log} />
      <Link
        to={to}
        className={`row-link ${severityClass(log.severityNumber) === 'bad' ? 'clamped' : ''}`}
        data-row=""
        preventScrollReset
        aria-expanded={isOpen}
      >
        {log.exceptionType !== '' && <span className="bad">{log.exceptionType}: </span>}
        {log.eventName !== '' && log.exceptionType === '' && log.vitals.length < 2 && (
          <span className="muted">{log.eventName} </span>
        )}
        {log.vitals.map(({ id, text, rating, className }, index) => (
          <Fragment key={id}>
            {index > 0 && ' · '}
            {text}
            {rating !== '' && <span className={className}>, {rating}</span>}
          </Fragment>
        ))}
        {log.vital === undefined && (log.body || (log.eventName === '' && <span className="muted">(empty)</span>))}
      </Link>
    </>
  )
}

/** The record at a place of the list, else the one that is nearest in time. */
function findMiddle<Row extends FoundLog>(logs: readonly Row[], { atNs, id }: Cursor): Row | undefined {
  const distance = (log: Row) => Math.abs(Number(log.atNs - atNs))
  return logs.find(log => log.id === id) ?? logs.toSorted((a, b) => distance(a) - distance(b))[0]
}
