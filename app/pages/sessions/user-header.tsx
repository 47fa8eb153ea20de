import type { Session } from '../../../store/sessions/list-sessions.ts'
import { formatBrowser } from '../../format/browser.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { markCutCharacter } from '../../format/truncate.ts'
import { Timestamp } from '../../ui/times/timestamp.tsx'
import { ActivityByDay } from './activity-by-day.tsx'
import { LabelledValue, PagesValue, ReleaseValue } from './labelled-value.tsx'
import type { ActiveDay } from './layout-activity.ts'
import { TelemetryLinks, type TelemetryPaths } from './telemetry-links.tsx'

interface UserHeaderProps {
  readonly userId: string
  /** Latest first. */
  readonly sessions: readonly Session[]
  /** True if the user has more sessions. */
  readonly hasMore: boolean
  readonly paths: TelemetryPaths
  /** Spans are kept for so many days. */
  readonly days: number
  readonly nowMs: number
  /** Says in a sentence what happened to the user; '' if there is nothing to tell. */
  readonly impact: string
  readonly activity: readonly ActiveDay[] | undefined
}

/** A user, with browsers, number of sessions, last session, and failures. */
export function UserHeader({ userId, sessions, hasMore, paths, days, nowMs, impact, activity }: UserHeaderProps) {
  const sum = (count: (session: Session) => number) => sessions.reduce((total, session) => total + count(session), 0)
  const values = (list: (session: Session) => readonly string[]) => [...new Set(sessions.flatMap(list))]
  const [exceptions, failedPages] = [sum(session => session.exceptions), sum(session => session.failedPages)]
  const [browsers, releases] = [
    values(session => session.browsers.map(formatBrowser)),
    values(session => session.releases),
  ]
  const [latest, first] = [sessions[0], sessions.at(-1)]
  return (
    <>
      <div className="page-head">
        <h1 className="break">
          {markCutCharacter(userId)}{' '}
          {exceptions > 0 && <span className="mark bad">{pluralize(exceptions, 'exception')}</span>}
        </h1>
        <span className="muted fixed-time fixed-scope">{`User, all stored data of the last ${pluralize(days, 'day')}`}</span>
        <TelemetryLinks paths={paths} />
      </div>
      {impact !== '' && <p>{impact}</p>}
      {latest !== undefined && first !== undefined && (
        <dl className="figures">
          <LabelledValue name="Sessions">
            {hasMore ? `latest ${formatCount(sessions.length)}` : formatCount(sessions.length)}
          </LabelledValue>
          <LabelledValue name={hasMore ? 'Since' : 'First seen'}>
            <Timestamp atNs={first.firstNs} nowMs={nowMs} />
          </LabelledValue>
          <LabelledValue name="Last seen">
            <Timestamp atNs={latest.lastNs} nowMs={nowMs} />
          </LabelledValue>
          <LabelledValue name="Browser">{browsers.join(', ') || 'unknown'}</LabelledValue>
          <ReleaseValue releases={releases} environments={values(session => session.environments)} />
          <PagesValue pages={sum(session => session.pages)} failedPages={failedPages} exceptions={exceptions} />
          {activity && <ActivityByDay days={activity} />}
        </dl>
      )}
    </>
  )
}
