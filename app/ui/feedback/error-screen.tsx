import type { ScreenError } from '@errata/otel/react-router'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { formatTimestamp } from '../../format/time.ts'
import { zoneAt } from '../../format/time-zone.ts'
import { visitorErrorPath } from '../../url/page-paths.ts'
import { Copyable } from '../copy/copyable.tsx'
import { useSiteHost } from '../document/use-host.ts'

interface ErrorScreenProps {
  /** What may be shown of the error: no text, type, stack or path, except in development. */
  readonly error: ScreenError
  /** Whether visitors may see the state of a digest. @default false */
  readonly hasVisitorPage?: boolean
}

/** The generic error screen: which side failed, at which host and page, when, where to look, and what to quote. */
export function ErrorScreen({ error, hasVisitorPage = false }: ErrorScreenProps) {
  const host = useSiteHost()
  const { side, digest, traceId, development } = error
  const { pathname } = useLocation()
  const [time] = useState(formatNow)
  return (
    <div className="error-screen panel fixed-time fixed-scope">
      <title>Application error</title>
      <div role="alert">
        <h1>Application error</h1>
        {/* A proxy may know the site by another name than the visitor. */}
        <p className="what" suppressHydrationWarning>
          {exceptionSentence(side, host)}
        </p>
        <p>
          See the {side === 'server' ? 'server logs' : 'browser console'} for{' '}
          {side === 'client' || (digest ?? traceId) === undefined
            ? 'more information'
            : `the ${digest === undefined ? 'trace ID' : 'digest'} below`}
          .{side === 'server' && digest !== undefined && ' It leads to the exception.'}
        </p>
        <dl className="facts quote">
          {digest === undefined ? null : (
            <>
              <dt>Digest</dt>
              <dd className="button-row">
                <Copyable value={digest} what="digest" href={`/digest/${digest}`} />
                {hasVisitorPage && <a href={visitorErrorPath(digest)}>Check status</a>}
              </dd>
            </>
          )}
          {digest !== undefined || traceId === undefined ? null : (
            <>
              <dt>Trace ID</dt>
              <dd>
                <Copyable value={traceId} what="trace ID" href={`/traces/${traceId}`} />
              </dd>
            </>
          )}
          <dt>Page</dt>
          <dd className="break">{pathname}</dd>
          <dt>Time</dt>
          {/* The server's, where it rendered this. */}
          <dd suppressHydrationWarning>{time}</dd>
        </dl>
      </div>
      <RecoveryLinks />
      {development !== undefined && (
        <details open>
          <summary>Shown in development only</summary>
          <pre className="stacktrace">{development.stack ?? development.message}</pre>
        </details>
      )}
    </div>
  )
}

/** To a second: a picture of the screen must lead to its logs. */
export const formatNow = () => formatTimeOf(Date.now())

/** @param ms Unix milliseconds */
export const formatTimeOf = (ms: number) => {
  const atNs = BigInt(ms) * 1_000_000n
  return `${formatTimestamp(atNs).slice(0, 19)} ${zoneAt(atNs)}`
}

/** The sentence of the error screen and of the page of last resort. */
export function exceptionSentence(side: ScreenError['side'], host: string): string {
  return `A ${side}-side exception occurred while loading the site ${host}.`
}

interface RecoveryLinksProps {
  /** Where else to go. @default the overview */
  readonly other?: readonly [href: string, label: string] | undefined
}

/** Plain links: they work without scripts, and discard the state that the failure left behind. */
export function RecoveryLinks({ other = ['/', 'Go to overview'] }: RecoveryLinksProps) {
  const { pathname, search } = useLocation()
  const [href, label] = other
  return (
    <p className="button-row">
      <a className="button primary" href={pathname + search}>
        Reload
      </a>
      <a className="button" href={href}>
        {label}
      </a>
    </p>
  )
}
