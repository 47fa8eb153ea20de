import type { RouterFetchContext } from '../../react-router/contract.ts'
import {
  beginSpan,
  nowMs,
  type OpenSpan,
  type Recorder,
  type RequestEvent,
  type SpanReference,
  traceparent,
} from './recorder.ts'

export type RouterFetch = (request: Request, context: RouterFetchContext) => Promise<Response>

/**
 * Starts a span for every `fetch()`, and sets `traceparent` on requests to the page's own origin and to allowed ones. The span ends when
 * the response's headers arrive; for other origins it is kept only if {@link isWorthRecording}.
 *
 * @param parentOf The parent of one of the router's own requests; `undefined` for none, which makes no span.
 * @returns The function for `<HydratedRouter unstable_fetch>`, which knows the purpose of the router's requests.
 */
export function hookFetch(
  recorder: Recorder,
  options: { readonly traceOrigins?: readonly string[] },
  parentOf: (context: RouterFetchContext) => SpanReference | undefined,
): RouterFetch {
  const native = window.fetch
  const contexts = new WeakMap<object, RouterFetchContext>()

  const begin = recorder.guard((input: RequestInfo | URL, init?: RequestInit) => {
    // A Request of another realm, such as a frame's, is no instance of ours.
    const request = typeof input === 'object' && 'headers' in input ? input : undefined
    const url = new URL(request ? request.url : String(input), document.baseURI)
    const isOwn = isTracedOrigin(url, options.traceOrigins)
    const context = request && contexts.get(request)
    const parent = context ? parentOf(context) : recorder.parent()
    if (context && !parent) return undefined
    const span = beginSpan(parent)
    const headers = init?.headers || !request ? new Headers(init?.headers) : request.headers
    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
    const event: RequestEvent = { type: 'request', span, method, url, context, atMs: 0 }
    const end = recorder.guard((status: number, error?: unknown) => {
      recorder.running.delete(event)
      if (isOwn || isWorthRecording(span, status, error)) recorder.emit({ ...event, status, error, atMs: nowMs() })
    })
    if (!isOwn) return { end, init }
    headers.set('traceparent', traceparent(span, recorder))
    recorder.running.add(event)
    return { end, init: headers === request?.headers ? init : { ...init, headers } }
  })

  window.fetch = (input, init) => {
    const begun = begin(input, init)
    const answer = native.call(window, input, begun ? begun.init : init)
    // The original promise, so that a failure which the app ignores is still an unhandled rejection.
    return begun
      ? answer.then(
          response => {
            begun.end(response.status)
            return response
          },
          error => {
            begun.end(0, error)
            throw error
          },
        )
      : answer
  }

  return (request, context) => {
    contexts.set(request, context)
    return window.fetch(request)
  }
}

/** True for the page's own origin and those that the app allows. */
export const isTracedOrigin = ({ origin }: URL, traceOrigins: readonly string[] = []) =>
  origin === location.origin || traceOrigins.includes(origin)

/** For requests to origins that are not traced: it failed, or took more than a second. Recording every beacon would be too much. */
export const isWorthRecording = ({ startMs }: OpenSpan, status: number, error?: unknown) =>
  status >= 400 || (error instanceof Error && error.name !== 'AbortError') || nowMs() - startMs > 1_000
