import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Exception } from '../../../store/exceptions/exception.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { tracePath } from '../../ui/exception-table.tsx'
import { InlineMoment } from '../../ui/moment.tsx'
import { ServiceName } from '../../ui/service-name.tsx'

interface ExceptionFactsProps {
  readonly exception: Exception
  readonly nowMs: number
  /** Facts that the page knows besides, in front of the others. */
  readonly children?: ReactNode
}

/** Where, when and in what an exception happened. */
export function ExceptionFacts({ exception, nowMs, children }: ExceptionFactsProps) {
  const { atNs, service, route, release, environment, digest, traceId, spanId, sessionId } = exception
  return (
    <dl className="facts panel exception-facts">
      {children}
      <dt>When</dt>
      <dd>
        <InlineMoment atNs={atNs} nowMs={nowMs} />
      </dd>
      <dt>Where</dt>
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
            <Copyable value={digest} what="digest" />{' '}
            {children === undefined && <Link to={`/digest/${digest}`}>How often, since when, what led to it</Link>}
          </dd>
        </>
      )}
      <dt>Trace</dt>
      <dd>
        {traceId === '' ? (
          <span className="muted">none: it happened outside any trace</span>
        ) : (
          <>
            <Link to={tracePath({ traceId, spanId })}>Open the trace</Link> <Copyable value={traceId} what="trace id" />
          </>
        )}
      </dd>
      {sessionId !== '' && (
        <>
          <dt>Session</dt>
          <dd>
            <code>{sessionId}</code>
          </dd>
        </>
      )}
    </dl>
  )
}
