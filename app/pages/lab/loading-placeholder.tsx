import { useTraceId } from '@errata/otel/react-router'

/** A placeholder for deferred content. Without scripts it stays, whether the content failed or not. */
export function LoadingPlaceholder() {
  const traceId = useTraceId()
  return (
    <>
      <p>Loading this part of the page…</p>
      <noscript>
        <p>
          This part requires JavaScript. If a server-side exception occurred in it, find the server log line by trace ID{' '}
          <code>{traceId}</code>.
        </p>
      </noscript>
    </>
  )
}
