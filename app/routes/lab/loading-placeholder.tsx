import { useTraceId } from '@errata/otel/react-router'

/** Stands where a part of the page follows later. Without scripts it never does, whether it failed or not. */
export function LoadingPlaceholder() {
  const traceId = useTraceId()
  return (
    <>
      <p>The page is on its way; this part is still to come.</p>
      <noscript>
        <p>
          It needs JavaScript to be shown. Should a server-side exception have occurred in it, see the server logs:
          their line carries the trace id <code>{traceId}</code>.
        </p>
      </noscript>
    </>
  )
}
