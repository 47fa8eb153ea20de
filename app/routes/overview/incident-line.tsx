import { Fragment } from 'react'
import type { AffectedSessions } from '../../../store/overview/count-affected-sessions.ts'
import type { RouteChange } from '../../../store/overview/list-route-changes.ts'
import { formatChange } from '../../format/amount.ts'
import { pluralize } from '../../format/count.ts'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { DeferredValue } from '../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../ui/feedback/outage.ts'
import type { Incident } from './find-incident.ts'

interface IncidentLineProps {
  readonly incident: Incident | undefined
  readonly sessions: Deferred<AffectedSessions>
  /** Routes with a latency regression, the largest first. */
  readonly routes: Deferred<readonly RouteChange[]>
}

type Deferred<Answer> = QueryResult<Answer> | Promise<QueryResult<Answer>>

/** What broke, and for whom, in one line; nothing if nothing did. */
export function IncidentLine({ incident, sessions, routes }: IncidentLineProps) {
  if (incident === undefined) return null
  const { rises, releases, ongoing } = incident
  return (
    <p className={`notice ${rises && 'bad-notice'}`}>
      {rises !== '' && (
        <>
          <strong>{rises}</strong>
          <DeferredValue of={sessions} fallback="">
            {({ now }) => now > 0 && `, ${pluralize(now, 'session')} affected`}
          </DeferredValue>
          {'. '}
        </>
      )}
      {releases.map(({ before, to, link, after }, index) => (
        <Fragment key={to}>
          {index > 0 && '; '}
          {before}
          <ScopedLink to={to}>{link}</ScopedLink>
          {after}
        </Fragment>
      ))}
      {releases.length > 0 && '. '}
      {ongoing && (
        <>
          {ongoing.before}
          <ScopedLink to={ongoing.to}>{ongoing.link}</ScopedLink>
          {ongoing.after}.{' '}
        </>
      )}
      <DeferredValue of={routes} fallback="">
        {([first, ...others]) =>
          first && (
            <>
              <a href="#slower">Latency</a> of {first.route || first.service}{' '}
              {formatChange(Number(first.nowNs), Number(first.beforeNs))}
              {others.length > 0 && `, ${pluralize(others.length, 'other route')} slower`}.
            </>
          )
        }
      </DeferredValue>
    </p>
  )
}
