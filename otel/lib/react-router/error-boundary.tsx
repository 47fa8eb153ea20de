import { isRouteErrorResponse, useRouteError } from 'react-router'
import { readScreenError } from './screen-error.ts'

/**
 * A ready-made error screen: `export { ErrorBoundary } from '@errata/otel/react-router'` in `root.tsx`. It says which side failed, where
 * to look, and what to quote; of the error itself nothing. What is no exception, such as a 404, is called by its status. For a screen of
 * one's own there is `readScreenError`.
 */
export function ErrorBoundary() {
  // A re-exported boundary gets no `error`: React Router's plugin adds it to declarations alone.
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status < 500) {
    return (
      <main>
        <title>{`${error.status} ${error.statusText}`}</title>
        <h1>{`${error.status} ${error.statusText}`}</h1>
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
      <Quote digest={digest} traceId={traceId} />
      {development !== undefined && <pre>{development.stack ?? development.message}</pre>}
      <Home />
    </main>
  )
}

function Quote({ digest, traceId }: { readonly digest: string | undefined; readonly traceId: string | undefined }) {
  if (digest === undefined && traceId === undefined) return null
  return (
    <p>
      {digest === undefined ? 'Trace: ' : 'Digest: '}
      <code>{digest ?? traceId}</code>
    </p>
  )
}

/** A plain link: it must work when no script does. */
const Home = () => (
  <p>
    <a href="/">Home</a>
  </p>
)
