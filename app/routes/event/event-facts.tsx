import { Link } from 'react-router'
import { userIdOf } from '../../format/user-id.ts'
import type { DisplayedException } from '../../stacks/show-exception.ts'
import { ClockAhead } from '../../ui/elements/clock-ahead.tsx'
import { Copyable } from '../../ui/elements/copyable.tsx'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { ServiceLink } from '../../ui/elements/service-link.tsx'
import { Timestamp } from '../../ui/elements/timestamp.tsx'
import { logsAroundPath } from '../../url/log-filters.ts'
import { sessionPath, userPath } from '../../url/page-paths.ts'
import { tracePath } from '../../url/trace-view.ts'

interface EventFactsProps {
  readonly exception: DisplayedException
  /** Unix milliseconds. */
  readonly nowMs: number
}

/** When and where an event happened, with its trace, session, user and digest. */
export function EventFacts({ exception, nowMs }: EventFactsProps) {
  const { atNs, service, route, release, environment, digest, traceId, spanId, sessionId } = exception
  const userId = userIdOf(exception.attributes)
  return (
    <ul className="event-facts figures break">
      <li>
        <Timestamp atNs={atNs} nowMs={nowMs} />
        <ClockAhead atNs={atNs} of={exception} />
      </li>
      <li>
        <ServiceLink name={service} /> {route}
      </li>
      {release !== '' && <li>Release {release}</li>}
      {environment !== '' && <li>{environment}</li>}
      <li>
        {traceId === '' ? (
          <span className="muted">No trace</span>
        ) : (
          <>
            <ScopedLink to={tracePath({ traceId, spanId })}>Trace</ScopedLink>{' '}
            <Copyable value={traceId} what="trace ID" />
          </>
        )}
      </li>
      <li>
        <Link to={logsAroundPath(atNs)}>Logs ±30 s</Link>
      </li>
      {sessionId !== '' && (
        <li>
          <ScopedLink to={sessionPath(sessionId)}>Session</ScopedLink>
        </li>
      )}
      {userId !== '' && (
        <li>
          User <ScopedLink to={userPath(userId)}>{userId}</ScopedLink>
        </li>
      )}
      {digest !== '' && (
        <li>
          Digest <Copyable value={digest} what="digest" />
        </li>
      )}
    </ul>
  )
}
