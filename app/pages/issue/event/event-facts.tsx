import { Link } from 'react-router'
import { sessionName } from '../../../format/session-name.ts'
import type { DisplayedException } from '../../../parts/stack-trace/show-exception.ts'
import { Copyable } from '../../../ui/copy/copyable.tsx'
import { DeferredValue } from '../../../ui/feedback/deferred-value.tsx'
import type { QueryResult } from '../../../ui/feedback/outage.ts'
import { ReservedSpace } from '../../../ui/feedback/reserved-space.tsx'
import { ScopedLink } from '../../../ui/links/scoped-link.tsx'
import { ServiceLink } from '../../../ui/links/service-link.tsx'
import { ClockAhead } from '../../../ui/times/clock-ahead.tsx'
import { Timestamp } from '../../../ui/times/timestamp.tsx'
import { logsAroundPath } from '../../../url/log-filters.ts'
import { sessionPath, userPath } from '../../../url/page-paths.ts'
import { tracePath } from '../../../url/trace-view.ts'
import { describeOrigin } from './describe-origin.ts'
import { describeRepeats } from './describe-repeats.ts'

interface VisitorProps {
  /** '' if unknown. */
  readonly session: string
  readonly user: string
}

type Affected = QueryResult<{ readonly event: VisitorProps }>

interface EventFactsProps {
  readonly exception: DisplayedException
  /** Whom its trace names, where the exception names nobody. */
  readonly affected: Affected | Promise<Affected>
  /** Unix milliseconds. */
  readonly nowMs: number
}

/** When and where an event happened, with its trace, session, user and digest. */
export function EventFacts({ exception, affected, nowMs }: EventFactsProps) {
  const { id, atNs, service, route, release, environment, digest, traceId, spanId } = exception
  const named = { session: exception.sessionId, user: exception.userId }
  const origin = describeOrigin(exception.attributes)
  const repeats = describeRepeats(exception.attributes)
  const isNamed = named.session !== '' || named.user !== ''
  return (
    <ul className="event-facts figures break">
      <li>
        <Timestamp atNs={atNs} nowMs={nowMs} />
        <ClockAhead atNs={atNs} record={exception} />
      </li>
      {origin !== undefined && <li>{origin}</li>}
      {repeats !== undefined && <li>{repeats}</li>}
      <li>
        <ServiceLink name={service} /> {route}
      </li>
      {release !== '' && <li>Release {release}</li>}
      {environment !== '' && <li>{environment}</li>}
      <li>
        {traceId === '' ? (
          <span className="muted">No trace</span>
        ) : (
          <ScopedLink to={tracePath({ traceId, spanId, service })} title={traceId}>
            Trace {traceId.slice(0, 8)}
          </ScopedLink>
        )}
      </li>
      <li>
        <Link to={logsAroundPath({ atNs, id })}>Logs ±30 s</Link>
      </li>
      <DeferredValue
        result={affected}
        fallback={
          isNamed ? (
            <Visitor {...named} />
          ) : (
            <li>
              <ReservedSpace for="visitor" />
            </li>
          )
        }
      >
        {({ event }) => <Visitor {...event} />}
      </DeferredValue>
      {digest !== '' && (
        <li>
          Digest <Copyable value={digest} what="digest" />
        </li>
      )}
    </ul>
  )
}

function Visitor({ session, user }: VisitorProps) {
  return (
    <>
      {user !== '' && (
        <li>
          User <ScopedLink to={userPath(user)}>{user}</ScopedLink>
        </li>
      )}
      {session !== '' && (
        <li>
          <ScopedLink to={sessionPath(session)}>{sessionName(session)}</ScopedLink>
        </li>
      )}
    </>
  )
}
