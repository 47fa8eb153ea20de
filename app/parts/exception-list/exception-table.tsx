import { Fragment } from 'react'
import type { ExceptionSummary } from '../../../store/exceptions/list-exceptions.ts'
import { formatIssueTitle, issueTitle, shortMessage, shortType } from '../../format/issue-title.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { ServiceName } from '../../ui/links/service-name.tsx'
import { DayRow, layoutDays } from '../../ui/table/day-row.tsx'
import { SortHeader, type SortParam } from '../../ui/table/sort-header.tsx'
import { ClockAhead } from '../../ui/times/clock-ahead.tsx'
import { ClockTime } from '../../ui/times/clock-time.tsx'
import { RelativeTime } from '../../ui/times/timestamp.tsx'
import { exceptionPath } from '../../url/exception-path.ts'
import { RecordLinks, type ScopedPath } from '../record-links/record-links.tsx'

interface ExceptionTableProps {
  /** With a count each stands for so many of its issue. */
  readonly exceptions: readonly (ExceptionSummary & {
    readonly count?: number
    /** The first and the last of several, in the order of time. */
    readonly timesNs?: readonly bigint[]
    readonly links?: readonly ScopedPath[]
  })[]
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
  return (
    <div className="panel">
      <table className={`list ${sorting ? 'stacked of-two' : ''}`}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <SortHeader sorting={sorting} column="type">
              {sorting === undefined ? 'Exception' : 'Exception type'}
            </SortHeader>
            {!brief && (
              <SortHeader sorting={sorting} column="route" className="wide-only col-bar">
                Route
              </SortHeader>
            )}
            <SortHeader sorting={sorting} column="service" className="wide-only col-service">
              Service
            </SortHeader>
            {!brief && (
              <SortHeader sorting={sorting} column="release" className="wide-only col-release">
                Release
              </SortHeader>
            )}
            {sorting && (
              <th scope="col" className="roomy-only col-links">
                Trace, user
              </th>
            )}
            <SortHeader
              sorting={sorting}
              column="when"
              first="falling"
              className={`number ${sorting ? 'col-exact' : 'col-when'}`}
            >
              When
            </SortHeader>
          </tr>
        </thead>
        <tbody>
          {exceptions.map((exception, index) => (
            <Fragment key={`${exception.atNs}-${exception.id}`}>
              {sorting && <DayRow day={days.heads[index]} />}
              <tr>
                <th scope="row">
                  <div className="lead">
                    <ExceptionLink exception={exception} isWhole={sorting !== undefined} />
                  </div>
                  {exception.function && (
                    <p className="under">
                      <code>{exception.function}</code>
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
                </th>
                {!brief && <td className="wide-only mono">{exception.route || '–'}</td>}
                <td className="wide-only">
                  <ServiceName name={exception.service} />
                </td>
                {!brief && <td className="wide-only muted">{exception.release || '–'}</td>}
                {sorting && (
                  <td className="roomy-only">
                    <RecordLinks links={exception.links ?? []} />
                  </td>
                )}
                <td className="number muted">
                  {sorting ? (
                    (exception.timesNs ?? [exception.atNs]).map((atNs, at, { length }) => (
                      <Fragment key={atNs}>
                        {at > 0 && ' to '}
                        <ClockTime
                          atNs={atNs}
                          nowMs={nowMs}
                          hasDay={days.hasDay}
                          precision={length > 1 ? 'minute' : 'second'}
                        />
                      </Fragment>
                    ))
                  ) : (
                    <RelativeTime atNs={exception.atNs} nowMs={nowMs} />
                  )}
                </td>
              </tr>
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface ExceptionLinkProps {
  readonly exception: ExceptionTableProps['exceptions'][number]
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
