import { type ErrorResponse, isRouteErrorResponse, useHref, useRouteError } from 'react-router'
import { readScreenError } from './screen-error.ts'

/**
 * A ready-made error screen: `export { ErrorBoundary } from '@errata/otel/react-router'` in `root.tsx`. It shows which side failed, where
 * to look, and what to quote, and nothing about the error itself. What is no exception, such as a 404, shows its status. For your own
 * screen use `readScreenError`.
 */
export function ErrorBoundary() {
  // A re-exported boundary gets no `error`: React Router's plugin passes it only to declarations.
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status < 500) {
    return (
      <main>
        <title>{titleOf(error)}</title>
        <h1>{titleOf(error)}</h1>
        <Home />
      </main>
    )
  }
  const { side, digest, traceId, development } = readScreenError(error)
  return (
    <main>
      <title>Application error</title>
      <h1>Application error</h1>
      <p>{`A ${side}-side exception occurred while loading the site.`}</p>
      <p>{`See the ${side === 'server' ? 'server logs' : 'browser console'} for more information.`}</p>
      <DigestOrTraceId digest={digest} traceId={traceId} />
      {development !== undefined && <pre>{development.stack ?? development.message}</pre>}
      <Home />
    </main>
  )
}

function DigestOrTraceId({
  digest,
  traceId,
}: {
  readonly digest: string | undefined
  readonly traceId: string | undefined
}) {
  if (digest === undefined && traceId === undefined) return null
  return (
    <p>
      {digest === undefined ? 'Trace: ' : 'Digest: '}
      <code>{digest ?? traceId}</code>
    </p>
  )
}

/** Phrases of statuses that apps throw. @see https://www.iana.org/assignments/http-status-codes/ */
const statusPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  423: 'Locked',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  451: 'Unavailable For Legal Reasons',
}

/** For `data()` without a status text React Router uses "Internal Server Error", whatever its status. */
function titleOf({ status, statusText }: ErrorResponse): string {
  const text = statusText === 'Internal Server Error' ? '' : statusText
  return `${status} ${text || (statusPhrases[status] ?? '')}`.trimEnd()
}

/** A plain link, which works without scripts. */
function Home() {
  const href = useHref('/')
  return (
    <p>
      <a href={href}>Home</a>
    </p>
  )
}
