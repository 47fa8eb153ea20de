import type { SessionDropRule } from '../../../store/sessions/list-session-drop-rules.ts'
import type { Session } from '../../../store/sessions/list-sessions.ts'
import { formatBrowser } from '../../format/browser.ts'
import { pluralize } from '../../format/count.ts'
import { formatDropRule } from '../../format/drop-rule.ts'
import { formatDuration } from '../../format/duration.ts'
import { markCutCharacter } from '../../format/truncate.ts'
import { Copyable } from '../../ui/copy/copyable.tsx'
import { ScopedLink } from '../../ui/links/scoped-link.tsx'
import { Timestamp } from '../../ui/times/timestamp.tsx'
import { sessionPath, userPath } from '../../url/page-paths.ts'
import { LabelledValue, PagesValue, ReleaseValue } from './labelled-value.tsx'
import { TelemetryLinks, type TelemetryPaths } from './telemetry-links.tsx'

interface SessionHeaderProps {
  readonly session: Session
  /** How the visitor went on after the last exception; '' if unknown. */
  readonly outcome: string
  readonly drops: readonly SessionDropRule[]
  readonly paths: TelemetryPaths
  readonly nowMs: number
}

/** The visitor and browser of a session, its time, failures, and missing data. */
export function SessionHeader({ session, outcome, drops, paths, nowMs }: SessionHeaderProps) {
  const {
    sessionId,
    firstNs,
    lastNs,
    users,
    browsers,
    releases,
    environments,
    pages,
    failedPages,
    exceptions,
    previous,
  } = session
  return (
    <>
      <title>{`${sessionId.slice(0, 12)} · Session · Errata`}</title>
      <div className="page-head fixed-time fixed-scope">
        <h1>Session {exceptions > 0 && <span className="mark bad">{pluralize(exceptions, 'exception')}</span>}</h1>
        <Copyable value={sessionId} what="session ID" />
        <TelemetryLinks paths={paths} />
      </div>
      <dl className="figures">
        <LabelledValue name="User">
          {users.length === 0
            ? 'unknown'
            : users.flatMap(user => [
                <ScopedLink key={user} to={userPath(user)}>
                  {markCutCharacter(user)}
                </ScopedLink>,
                ' ',
              ])}
        </LabelledValue>
        <LabelledValue name="Browser">
          {browsers.length === 0 ? 'unknown' : browsers.map(formatBrowser).join(', ')}
        </LabelledValue>
        <ReleaseValue releases={releases} environments={environments} />
        <LabelledValue name="Started">
          <Timestamp atNs={firstNs} nowMs={nowMs} />
        </LabelledValue>
        <LabelledValue name="Duration">{formatDuration(lastNs - firstNs)}</LabelledValue>
        <PagesValue pages={pages} failedPages={failedPages} exceptions={exceptions} />
        {outcome !== '' && (
          <LabelledValue name={exceptions > 1 ? 'After the last exception' : 'After the exception'}>
            {outcome}
          </LabelledValue>
        )}
        {previous !== '' && (
          <LabelledValue name="Previous session">
            <ScopedLink to={sessionPath(previous)}>Previous session in this tab</ScopedLink>
          </LabelledValue>
        )}
      </dl>
      <MissingData session={session} drops={drops} nowMs={nowMs} />
    </>
  )
}

/** What a drop rule removed and what the browser had to drop, as far as known. */
function MissingData({ session, drops, nowMs }: Omit<SessionHeaderProps, 'paths' | 'outcome'>) {
  if (drops.length === 0 && session.lost === 0) return null
  return (
    <div className="notice warn-notice">
      <p>Incomplete session data:</p>
      <ul>
        {session.lost > 0 && <li>the browser lost {pluralize(session.lost, 'record')};</li>}
        {drops.map(({ rule, sender, traces, lastNs }) => (
          <li key={`${rule} ${sender}`}>
            {formatDropRule(rule)} dropped data {sender === 'browser' && 'that the browser sent '}from{' '}
            {pluralize(traces, 'trace')}, last <Timestamp atNs={lastNs} nowMs={nowMs} />.
          </li>
        ))}
      </ul>
    </div>
  )
}
