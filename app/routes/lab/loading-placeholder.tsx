import { useTraceId } from '@errata/otel/react-router'

/** Stands where a part of the page follows later. Without scripts it never does, whether it failed or not. */
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
