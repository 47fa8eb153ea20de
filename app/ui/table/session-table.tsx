import type { Session } from '../../../store/sessions/list-sessions.ts'
import { formatBrowser } from '../../format/browser.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { sessionName } from '../../format/session-name.ts'
import { sessionPath } from '../../url/page-paths.ts'
import { ScopedLink } from '../elements/scoped-link.tsx'
import { RelativeTime } from '../elements/timestamp.tsx'
import { DeferredValue } from '../feedback/deferred-value.tsx'
import type { QueryResult } from '../feedback/outage.ts'

/** The issues of a session's exceptions: the last one, and how many others. */
export interface SessionIssueLink {
  readonly to: string
  readonly title: string
  /** ` and 2 other issues`; '' if it is the only one. */
  readonly others: string
}

type IssueLinks = QueryResult<ReadonlyMap<string, SessionIssueLink>>

interface SessionTableProps {
  readonly sessions: readonly Session[]
  readonly nowMs: number
  readonly caption: string
  /** By session. */
  readonly issues: IssueLinks | Promise<IssueLinks> | undefined
  /** With a column of users, unless all are of one. */
  readonly hasUsers?: boolean
}

/** A table of sessions: first and last route, browser, failures. */
export function SessionTable({ sessions, nowMs, caption, issues, hasUsers = false }: SessionTableProps) {
  return (
    <div className="panel">
      <table className="list stacked">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">First → last page</th>
            {hasUsers && (
              <th scope="col" className="wide-only col-bar">
                User or session
              </th>
            )}
            <th scope="col" className="wide-only col-links">
              Browser
            </th>
            <th scope="col" className="roomy-only col-small">
              Release
            </th>
            <th scope="col" className="wide-only col-wide">
              Exceptions
            </th>
            <th scope="col" className="number col-when">
              Duration
            </th>
            <th scope="col" className="number col-when">
              Last seen
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map(session => (
            <tr key={session.sessionId}>
              <th scope="row">
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
                <div className="under narrow-only">
                  {session.exceptions > 0 && (
                    <p className="bad">
                      <DeferredValue of={issues} fallback={pluralize(session.exceptions, 'exception')}>
                        {answer => describeExceptions(session, answer.get(session.sessionId))}
                      </DeferredValue>
                    </p>
                  )}
                  {hasUsers && <span>{nameVisitor(session)}</span>}
                  {[pluralize(session.pages, 'page'), ...session.releases, ...session.browsers.map(formatBrowser)].map(
                    text => (
                      <span key={text}>{text}</span>
                    ),
                  )}
                </div>
              </th>
              {hasUsers && (
                <td className={session.users.length > 0 ? 'wide-only' : 'wide-only muted'}>{nameVisitor(session)}</td>
              )}
              <td className="wide-only">{session.browsers.map(formatBrowser).join(', ')}</td>
              <td className="roomy-only muted">{session.releases.join(', ')}</td>
              <td className={session.exceptions > 0 ? 'wide-only bad' : 'wide-only muted'}>
                <div className="clamped">
                  <DeferredValue of={issues} fallback={session.exceptions > 0 ? formatCount(session.exceptions) : ''}>
                    {answer => <IssueLink session={session} of={answer.get(session.sessionId)} />}
                  </DeferredValue>
                </div>
              </td>
              <td className="number">{formatDuration(session.lastNs - session.firstNs)}</td>
              <td className="number muted">
                <RelativeTime atNs={session.lastNs} nowMs={nowMs} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Without a user its session tells a row from others. */
const nameVisitor = ({ users, sessionId }: Session) => users.join(', ') || sessionName(sessionId)

/** `/products → /checkout`, or one page. */
const describeRoutes = ({ firstRoute, lastRoute }: Session) =>
  [...new Set([firstRoute || 'unknown route', lastRoute])].filter(route => route !== '').join(' → ')

const describeFailed = ({ failedPages, failedRequests }: Session) =>
  `${pluralize(failedPages, 'page')}, ${pluralize(failedRequests, 'request')}`

/** `2 × TimeoutError: no answer`, or `3 exceptions, TimeoutError: no answer and 1 other issue`. */
function describeExceptions({ exceptions }: Session, of: SessionIssueLink | undefined): string {
  if (exceptions === 0) return ''
  if (of === undefined) return pluralize(exceptions, 'exception')
  const { title, others } = of
  if (others !== '') return `${pluralize(exceptions, 'exception')}, ${title}${others}`
  return `${exceptions === 1 ? '' : `${formatCount(exceptions)} × `}${title}`
}

function IssueLink({ session, of }: { readonly session: Session; readonly of: SessionIssueLink | undefined }) {
  const text = describeExceptions(session, of)
  if (of === undefined) return text
  return (
    <ScopedLink to={of.to} title={of.title} className="bad">
      {text}
    </ScopedLink>
  )
}
