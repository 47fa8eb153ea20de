import type { Session } from '../../../store/sessions/list-sessions.ts'
import { formatBrowser } from '../../format/browser.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { sessionName } from '../../format/session-name.ts'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { type Column, DataTable } from '../../ui/table/data-table.tsx'
import { DayRow, layoutDays } from '../../ui/table/day-row.tsx'
import { DurationBar, longestOnScale } from '../../ui/table/duration-bar.tsx'
import { ClockTime } from '../../ui/times/clock-time.tsx'
import { sessionPath } from '../../url/page-paths.ts'

/** The issues of a session's exceptions: the last one, and how many others. */
export interface SessionIssue {
  readonly title: string
  /** ` and 2 other issues`; '' if it is the only one. */
  readonly others: string
}

type SessionIssues = QueryResult<ReadonlyMap<string, SessionIssue>>

interface SessionTableProps {
  readonly sessions: readonly Session[]
  readonly nowMs: number
  readonly caption: string
  /** By session. */
  readonly issues: SessionIssues | Promise<SessionIssues> | undefined
  /** With a column of users, unless all are of one. */
  readonly hasUsers?: boolean
}

/** A table of sessions, the latest first: first and last route, browser, failures. */
export function SessionTable({ sessions, nowMs, caption, issues, hasUsers = false }: SessionTableProps) {
  const durationOf = ({ firstNs, lastNs }: Session) => ({ durationNs: lastNs - firstNs })
  const longest = longestOnScale(sessions.map(durationOf))
  // Those of one user are of many days.
  const days = layoutDays(
    sessions.map(({ lastNs }) => lastNs),
    nowMs,
    hasUsers,
  )
  const columns: readonly (Column<Session> | false)[] = [
    {
      name: 'First → last page',
      namesRow: true,
      cell: session => <SessionName session={session} issues={issues} hasUsers={hasUsers} />,
    },
    hasUsers && {
      name: 'User or session',
      shown: 'wide',
      width: 'col-bar',
      look: ({ users }) => (users.length > 0 ? undefined : 'muted'),
      cell: nameVisitor,
    },
    {
      name: 'Browser',
      shown: 'wide',
      width: 'col-links',
      cell: ({ browsers }) => browsers.map(formatBrowser).join(', '),
    },
    { name: 'Release', shown: 'roomy', width: 'col-small', look: 'muted', cell: ({ releases }) => releases.join(', ') },
    {
      name: 'Duration',
      isNumber: true,
      width: 'timed',
      look: 'timed',
      cell: session => (
        <>
          <DurationBar timed={durationOf(session)} longest={longest}>
            {placesOfExceptions(session, longest).map(x => (
              <rect key={x} className="bad" x={`${x}%`} width={`${MARK_WIDTH}%`} height="100%" />
            ))}
          </DurationBar>
          {formatDuration(durationOf(session).durationNs)}
        </>
      ),
    },
    {
      name: 'Last seen',
      head: (
        <>
          Last seen<span aria-hidden="true"> ↓</span>
        </>
      ),
      sorted: 'descending',
      isNumber: true,
      width: 'col-exact',
      look: 'muted',
      cell: ({ lastNs }) => <ClockTime atNs={lastNs} nowMs={nowMs} hasDay={days.hasDay} />,
    },
  ]
  return (
    <div className="panel">
      <DataTable
        className="stacked sessions"
        caption={caption}
        columns={columns}
        rows={sessions}
        keyOf={({ sessionId }) => sessionId}
        around={(_, drawn, index) => (
          <>
            <DayRow day={days.heads[index]} />
            {drawn}
          </>
        )}
      />
    </div>
  )
}

interface SessionNameProps extends Pick<SessionTableProps, 'issues'> {
  readonly session: Session
  readonly hasUsers: boolean
}

function SessionName({ session, issues, hasUsers }: SessionNameProps) {
  return (
    <>
      <div className="lead">
        <ScopedLink to={sessionPath(session.sessionId)} className="row-link" data-row="">
          {describeRoutes(session)}
        </ScopedLink>
        <span className="muted roomy-only nowrap">{pluralize(session.pages, 'page')}</span>
        {session.failedPages + session.failedRequests > 0 && (
          <span className="mark bad" title={describeFailed(session)}>
            {formatCount(session.failedPages + session.failedRequests)} failed
          </span>
        )}
      </div>
      <div className="under">
        {session.exceptions > 0 && (
          <div className="bad clamped">
            <DeferredValue result={issues} fallback={pluralize(session.exceptions, 'exception')}>
              {answer => describeExceptions(session, answer.get(session.sessionId))}
            </DeferredValue>
          </div>
        )}
        {hasUsers && <span className="narrow-only">{nameVisitor(session)}</span>}
        {[pluralize(session.pages, 'page'), ...session.browsers.map(formatBrowser)].map(text => (
          <span key={text} className="narrow-only">
            {text}
          </span>
        ))}
      </div>
    </>
  )
}

/** Per cent of the longest bar. */
const MARK_WIDTH = 2

/** Where on the bar of a session its exceptions are, in whole per cent of the longest, each place once. */
function placesOfExceptions({ firstNs, lastNs, exceptionsAtNs }: Session, longest: number): number[] {
  const durationNs = Math.max(1, Number(lastNs - firstNs))
  const room = Math.max(0, Math.min(100, (100 * durationNs) / longest) - MARK_WIDTH)
  const shares = exceptionsAtNs.map(atNs => Math.max(0, Math.min(1, Number(atNs - firstNs) / durationNs)))
  return [...new Set(shares.map(share => Math.round(share * room)))]
}

/** Without a user its session tells a row from others. */
const nameVisitor = ({ users, sessionId }: Session) => users.join(', ') || sessionName(sessionId)

/** `/products → /checkout`, or one page. */
const describeRoutes = ({ firstRoute, lastRoute }: Session) =>
  [...new Set([firstRoute || 'unknown route', lastRoute])].filter(route => route !== '').join(' → ')

const describeFailed = ({ failedPages, failedRequests }: Session) =>
  `${pluralize(failedPages, 'page')}, ${pluralize(failedRequests, 'request')}`

/** `3 exceptions, TimeoutError: no answer and 1 other issue`. */
function describeExceptions({ exceptions }: Session, of: SessionIssue | undefined): string {
  const count = pluralize(exceptions, 'exception')
  return of === undefined ? count : `${count}, ${of.title}${of.others}`
}
