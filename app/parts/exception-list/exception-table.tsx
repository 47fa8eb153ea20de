import { Fragment } from 'react'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import { pluralize } from '../../format/count.ts'
import { formatIssueTitle, issueTitle, shortMessage, shortType } from '../../format/issue-title.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { DayRow, layoutDays } from '../../ui/table/day-row.tsx'
import type { SortParam } from '../../ui/table/sort-header.tsx'
import { ClockAhead } from '../../ui/times/clock-ahead.tsx'
import { ClockTime } from '../../ui/times/clock-time.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { exceptionPath } from '../../url/exception-path.ts'
import { RecordLinks, type ScopedPath } from '../record-links/record-links.tsx'

/** With a count it stands for so many of its issue. */
type ListedException = ExceptionSummary & {
  readonly count?: number
  /** The first and the last of several, in the order of time. */
  readonly timesNs?: readonly bigint[]
  readonly links?: readonly ScopedPath[]
  /** The number of attempts in its trace that failed with it. @default 1 */
  readonly attempts?: number
}

interface ExceptionTableProps {
  readonly exceptions: readonly ListedException[]
  readonly nowMs: number
  readonly caption: string
  /** Omits columns for narrow places. */
  readonly brief?: boolean
  /** For lists that can be sorted. */
  readonly sorting?: SortParam
}

/** A table of exceptions. */
export function ExceptionTable({ exceptions, nowMs, caption, brief = false, sorting }: ExceptionTableProps) {
  const days = layoutDays(
    exceptions.map(({ atNs }) => atNs),
    nowMs,
    sorting?.sort.endsWith('when'),
  )
  const isList = sorting !== undefined
  const columns: readonly (Column<ListedException> | false)[] = [
    {
      name: isList ? 'Exception type' : 'Exception',
      namesRow: true,
      sort: { by: 'type' },
      cell: ({ attempts = 1, ...exception }) => (
        <>
          <div className="lead">
            <ExceptionLink exception={exception} isWhole={isList} />
          </div>
          {(exception.function || attempts > 1) && (
            <p className="under">
              {exception.function && <code>{exception.function}</code>}
              {attempts > 1 && <span>{pluralize(attempts, 'attempt')}</span>}
            </p>
          )}
          <p className="under narrow-only">
            <RecordLinks links={exception.links ?? []} />
            <ServiceName name={exception.service} />
            {!brief && !exception.function && <code>{exception.route}</code>}
            {!brief && (
              <span className="nowrap">
                {[exception.release, exception.links?.[1]?.text].filter(Boolean).join(' · ')}
              </span>
            )}
          </p>
        </>
      ),
    },
    !brief && {
      name: 'Route',
      sort: { by: 'route' },
      shown: 'wide',
      width: 'col-bar',
      look: 'mono',
      cell: ({ route }) => route || '–',
    },
    {
      name: 'Service',
      sort: { by: 'service' },
      shown: 'wide',
      width: 'col-service',
      cell: ({ service }) => <ServiceName name={service} />,
    },
    !brief && {
      name: 'Release',
      sort: { by: 'release' },
      shown: 'wide',
      width: 'col-release',
      look: 'muted',
      cell: ({ release }) => release || '–',
    },
    isList && {
      name: 'Trace, user',
      shown: 'roomy',
      width: 'col-links',
      cell: ({ links = [] }) => <RecordLinks links={links} />,
    },
    {
      name: 'When',
      sort: { by: 'when', first: 'falling' },
      isNumber: true,
      width: isList ? 'col-exact' : 'col-when',
      look: 'muted',
      cell: ({ atNs, timesNs = [atNs] }) =>
        isList ? (
          <ClockTimes timesNs={timesNs} nowMs={nowMs} hasDay={days.hasDay} />
        ) : (
          <RelativeTime atNs={atNs} nowMs={nowMs} />
        ),
    },
  ]
  return (
    <div className="panel">
      <DataTable
        {...(isList && { className: 'stacked of-two' })}
        caption={caption}
        columns={columns}
        rows={exceptions}
        keyOf={({ atNs, id }) => `${atNs}-${id}`}
        sorting={sorting}
        around={(_, drawn, index) => (
          <>
            {isList && <DayRow day={days.heads[index]} />}
            {drawn}
          </>
        )}
      />
    </div>
  )
}

interface ClockTimesProps {
  readonly timesNs: readonly bigint[]
  readonly nowMs: number
  readonly hasDay: boolean
}

function ClockTimes({ timesNs, nowMs, hasDay }: ClockTimesProps) {
  return timesNs.map((atNs, index) => (
    <Fragment key={atNs}>
      {index > 0 && ' to '}
      <ClockTime atNs={atNs} nowMs={nowMs} hasDay={hasDay} precision={timesNs.length > 1 ? 'minute' : 'second'} />
    </Fragment>
  ))
}

interface ExceptionLinkProps {
  readonly exception: ListedException
  readonly isWhole: boolean
}

/** Has type and message like the title of an issue, on two lines if it must be whole. */
function ExceptionLink({ exception, isWhole }: ExceptionLinkProps) {
  const title = issueTitle(exception, '')
  return (
    <ScopedLink
      to={exceptionPath(exception)}
      className={`row-link ${isWhole ? 'clamped' : ''}`}
      data-row=""
      title={formatIssueTitle(title)}
    >
      <ClockAhead atNs={exception.atNs} record={exception} />
      {exception.count !== undefined && exception.count > 1 && `${exception.count} × `}
      {title.type !== '' && <b>{shortType(title.type)}</b>} {shortMessage(title.message)}
    </ScopedLink>
  )
}
