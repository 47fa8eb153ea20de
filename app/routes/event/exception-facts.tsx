import type { ReactNode } from 'react'
import type { ShownException } from '../../stacks/show-exception.ts'
import { Copyable } from '../../ui/elements/copyable.tsx'
import { ScopedLink } from '../../ui/elements/scoped-link.tsx'
import { ServiceName } from '../../ui/elements/service-name.tsx'
import { Timestamp } from '../../ui/elements/timestamp.tsx'
import { digestPath } from '../../url/look-up.ts'
import { tracePath } from '../../url/trace-view.ts'
import { sessionPath, userPath } from '../../url/visit-paths.ts'

interface ExceptionFactsProps {
  readonly exception: ShownException
  readonly nowMs: number
  /** Facts that the page knows besides, in front of the others. */
  readonly children?: ReactNode
}

/** Where, when and in what an exception happened. */
export function ExceptionFacts({ exception, nowMs, children }: ExceptionFactsProps) {
  const { atNs, service, route, release, environment, digest, traceId, spanId, sessionId } = exception
  const userId = exception.attributes['user.id']
  return (
    <dl className="facts panel padded exception-facts">
      {children}
      <dt>When</dt>
      <dd>
        <Timestamp atNs={atNs} nowMs={nowMs} />
      </dd>
      <dt>Service</dt>
      <dd>
        <ServiceName name={service} /> {route}{' '}
        <span className="muted">
          {[release !== '' && `release ${release}`, environment].filter(Boolean).join(' · ')}
        </span>
      </dd>
      {digest !== '' && (
        <>
          <dt>Digest</dt>
          <dd>
            <Copyable value={digest} what="digest" /> <ScopedLink to={digestPath(digest)}>Latest event</ScopedLink>
          </dd>
        </>
      )}
      <dt>Trace</dt>
      <dd>
        {traceId === '' ? (
          <span className="muted">none</span>
        ) : (
          <>
            <ScopedLink to={tracePath({ traceId, spanId })}>Open trace</ScopedLink>{' '}
            <Copyable value={traceId} what="trace id" />
          </>
        )}
      </dd>
      {sessionId !== '' && (
        <>
          <dt>Session</dt>
          <dd>
            <ScopedLink to={sessionPath(sessionId)}>View session</ScopedLink>{' '}
            <Copyable value={sessionId} what="session id" />
          </dd>
        </>
      )}
      {userId !== undefined && (
        <>
          <dt>User</dt>
          <dd>
            <ScopedLink to={userPath(userId)}>{userId}</ScopedLink>
          </dd>
        </>
      )}
    </dl>
  )
}
