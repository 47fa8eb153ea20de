import { useState, useSyncExternalStore } from 'react'
import { getRuntime } from '../runtime.ts'

const metaName = 'traceparent'

/**
 * Tells the browser which trace rendered the page, if it cannot read Server-Timing. Put it into the document's `<head>`, but never on a
 * cached page: all its visitors would join one trace.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function TraceMeta() {
  // Constant for the life of the document: a navigation does not change which trace rendered it.
  const [traceparent] = useState(documentTraceparent)
  return traceparent === undefined ? null : <meta name={metaName} content={traceparent} suppressHydrationWarning />
}

/** Trace id, 32 hex digits, to quote on an error screen: of the latest navigation, else of the page. Needs {@link TraceMeta}. */
export function useTraceId(): string | undefined {
  // While hydrating, React compares with the server's result: the document's trace, or none on a cached page.
  return useSyncExternalStore(subscribeToNothing, currentTraceId, documentTraceId)
}

export function currentTraceId(): string | undefined {
  return (typeof window === 'undefined' ? undefined : window.__errataPage?.()) ?? documentTraceId()
}

const documentTraceId = () => documentTraceparent()?.split('-')[1]
const subscribeToNothing = () => () => {}

/** W3C `traceparent` of the span that renders or rendered this document; undefined on a cached page. */
export function documentTraceparent(): string | undefined {
  if (typeof document !== 'undefined') {
    return document.querySelector<HTMLMetaElement>(`meta[name=${metaName}]`)?.content
  }
  return getRuntime()?.documentTraceparent()
}
