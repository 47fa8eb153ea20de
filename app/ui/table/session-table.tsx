import type { Session } from '../../../store/sessions/list-sessions.ts'
import { formatBrowser } from '../../format/browser.ts'
import { formatCount } from '../../format/count.ts'
import { formatDuration } from '../../format/duration.ts'
import { sessionPath } from '../../url/page-paths.ts'
import { ScopedLink } from '../elements/scoped-link.tsx'
import { RelativeTime } from '../elements/timestamp.tsx'

interface SessionTableProps {
  readonly sessions: readonly Session[]
  readonly nowMs: number
  readonly caption: string
  /** With a column of users, unless all are of one. */
  readonly hasUsers?: boolean
}

/** A table of sessions: first route, browser, failures. */
export function SessionTable({ sessions, nowMs, caption, hasUsers = false }: SessionTableProps) {
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
            <th scope="col" className="wide-only col-wide">
              Browser
            </th>
            <th scope="col" className="roomy-only col-release">
              Release
            </th>
            <th scope="col" className="number wide-only col-count">
              Pages
            </th>
            <th scope="col" className="number col-count">
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
                  <span>
                    {(hasUsers && session.users.join(', ')) || session.browsers.map(formatBrowser).join(', ')}
                  </span>
                  <span>{formatDuration(session.lastNs - session.firstNs)}</span>
                </p>
              </th>
              {hasUsers && <td className="wide-only">{session.users.join(', ')}</td>}
              <td className="wide-only">{session.browsers.map(formatBrowser).join(', ')}</td>
              <td className="roomy-only muted">{session.releases.join(', ')}</td>
              <td className="number wide-only">{formatCount(session.pages)}</td>
              <td className={session.exceptions > 0 ? 'number bad' : 'number muted'}>
                {formatCount(session.exceptions)}
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
