import { Fragment } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { FoundLog } from '../../../store/logs/find-logs.ts'
import type { LogRecord } from '../../../store/logs/get-log.ts'
import type { Cursor } from '../../../store/newest-first.ts'
import { severityClass, severityName } from '../../format/severity.ts'
import { zoneKind } from '../../format/time-zone.ts'
import { RecordLinks, type ScopedPath } from '../../parts/record-links/record-links.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { DayRow, layoutDays } from '../../ui/table/day-row.tsx'
import { SortHeader, type SortParam } from '../../ui/table/sort-header.tsx'
import { ClockAhead } from '../../ui/times/clock-ahead.tsx'
import { ClockTime } from '../../ui/times/clock-time.tsx'
import { changeParams, samePage } from '../../url/filter-links.ts'
import { LOG_FRAGMENT, logCodecs } from '../../url/log-filters.ts'
import type { LogRow } from './fold-vitals.ts'
import { LogDetails } from './log-details.tsx'

interface LogTableProps {
  readonly logs: readonly (LogRow & { readonly links: readonly ScopedPath[] })[]
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
  return (
    <div className="panel scrolls">
      <table className="list logs">
        <caption className="visually-hidden">
          Log records, {sorting.sort === 'time' ? 'oldest' : 'newest'} first
        </caption>
        <thead>
          <tr>
            <SortHeader sorting={sorting} column="time" first="falling" className="col-exact">
              Time ({zoneKind()})
            </SortHeader>
            <th scope="col" className="col-small wide-only">
              Severity
            </th>
            <th scope="col" className="col-service wide-only">
              Service
            </th>
            <th scope="col" className={`${hasUsers ? 'col-links' : 'col-release'} wide-only`}>
              {hasUsers ? 'Trace, user' : 'Trace'}
            </th>
            {columns.map(name => (
              <th key={name} scope="col" className="col-bar" title={name}>
                <Link
                  to={changeParams(params, { columns: without(name) })}
                  aria-label={`Remove column ${name}`}
                  preventScrollReset
                >
                  ×
                </Link>{' '}
                {name}
              </th>
            ))}
            <th scope="col" className="wide-only">
              Message
            </th>
          </tr>
        </thead>
        <tbody>
          {logs.map((log, index) => (
            <Fragment key={`${log.atNs}${log.id}`}>
              <DayRow day={days.heads[index]} />
              <tr
                id={log === middle ? LOG_FRAGMENT.slice(1) : undefined}
                aria-current={log.id === openId ? 'true' : undefined}
              >
                <td>
                  <ClockTime atNs={log.atNs} nowMs={nowMs} hasDay={days.hasDay} precision="millisecond" />
                </td>
                <td>
                  <span className={`mark ${severityClass(log.severityNumber)}`}>
                    {severityName(log.severityNumber)}
                  </span>
                </td>
                <td>
                  <ServiceName name={log.service} />
                </td>
                <td>
                  <RecordLinks links={log.links} areAll />
                </td>
                {columns.map((name, column) => (
                  <td key={name} title={log.columns[column]}>
                    {log.columns[column]}
                  </td>
                ))}
                <th scope="row" className="mono">
                  <ClockAhead atNs={log.atNs} record={log} />
                  <Link
                    to={to(log)}
                    className={`row-link ${severityClass(log.severityNumber) === 'bad' ? 'clamped' : ''}`}
                    data-row=""
                    preventScrollReset
                    aria-expanded={log.id === openId}
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
                    {log.vital === undefined &&
                      (log.body || (log.eventName === '' && <span className="muted">(empty)</span>))}
                  </Link>
                </th>
              </tr>
              {log.id === openId && (
                <tr className="log-open">
                  <td colSpan={5 + columns.length}>
                    <LogDetails log={open} search={search} columns={columns} params={params} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The record at a place of the list, else the one that is nearest in time. */
function findMiddle<Row extends FoundLog>(logs: readonly Row[], { atNs, id }: Cursor): Row | undefined {
  const distance = (log: Row) => Math.abs(Number(log.atNs - atNs))
  return logs.find(log => log.id === id) ?? logs.toSorted((a, b) => distance(a) - distance(b))[0]
}
