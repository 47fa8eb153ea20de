import type { Session } from '../../../store/sessions/list-sessions.ts'
import { formatBrowser } from '../../format/browser.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { sessionPath } from '../../url/page-paths.ts'
import { ScopedLink } from '../elements/scoped-link.tsx'
import { RelativeTime } from '../elements/timestamp.tsx'
import { DeferredValue } from '../feedback/deferred-value.tsx'
import type { QueryResult } from '../feedback/outage.ts'

/** The issues of a session's exceptions: the last one, and how many others. */
export interface SessionIssueLink {
  readonly to: string
  readonly title: string
  /** ` and 2 others`; '' if it is the only one. */
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

/** A table of sessions: first route, browser, failures. */
export function SessionTable({ sessions, nowMs, caption, issues, hasUsers = false }: SessionTableProps) {
  return (
    <div className="panel">
      <table className="list">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Entry page</th>
            {hasUsers && (
              <th scope="col" className="wide-only col-route">
                User
              </th>
            )}
            <th scope="col" className="wide-only col-route">
              Browser
            </th>
            <th scope="col" className="roomy-only col-release">
              Release
            </th>
            <th scope="col" className="number wide-only col-count">
              Pages
            </th>
            <th scope="col" className="number narrow-only col-count">
              Exceptions
            </th>
            <th scope="col" className="wide-only col-wide">
              Exceptions
            </th>
            <th scope="col" className="number wide-only col-duration">
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
                    {session.firstRoute || 'unknown route'}
                  </ScopedLink>
                  {session.failedPages > 0 && (
                    <span className="mark bad">{formatCount(session.failedPages)} failed</span>
                  )}
                </div>
                <p className="under narrow-only">
                  <DeferredValue of={issues} fallback={false}>
                    {answer => answer.has(session.sessionId) && <span>{answer.get(session.sessionId)?.title}</span>}
                  </DeferredValue>
                  <span>
                    {[...(hasUsers ? [nameVisitor(session)] : []), ...session.browsers.map(formatBrowser)].join(', ')}
                  </span>
                  <span>{formatDuration(session.lastNs - session.firstNs)}</span>
                </p>
              </th>
              {hasUsers && (
                <td className={session.users.length > 0 ? 'wide-only' : 'wide-only muted'}>{nameVisitor(session)}</td>
              )}
              <td className="wide-only">{session.browsers.map(formatBrowser).join(', ')}</td>
              <td className="roomy-only muted">{session.releases.join(', ')}</td>
              <td className="number wide-only">{formatCount(session.pages)}</td>
              <td className={session.exceptions > 0 ? 'number narrow-only bad' : 'number narrow-only muted'}>
                {formatCount(session.exceptions)}
              </td>
              <td className={session.exceptions > 0 ? 'wide-only' : 'wide-only muted'}>
                <DeferredValue of={issues} fallback={formatCount(session.exceptions)}>
                  {answer => <IssueLink of={answer.get(session.sessionId)} count={session.exceptions} />}
                </DeferredValue>
              </td>
              <td className="number wide-only">{formatDuration(session.lastNs - session.firstNs)}</td>
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
const nameVisitor = ({ users, sessionId }: Session) => users.join(', ') || `Session ${sessionId.slice(0, 8)}`

function IssueLink({ of, count }: { readonly of: SessionIssueLink | undefined; readonly count: number }) {
  if (of === undefined) return formatCount(count)
  return (
    <>
      <ScopedLink to={of.to} title={of.title}>
        {of.title}
      </ScopedLink>
      {of.others}
    </>
  )
}
