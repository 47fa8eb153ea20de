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
import { isTracedOrigin, maySendTrace, rememberFailed, type TraceTargets } from './trace-header.ts'

/** The knowledge that {@link hookFetch} needs of the router's own requests. */
interface RouterRequests {
  /** The parent of a request; `undefined` for none, which makes no span. */
  parentOf: (context: RouterFetchContext) => SpanReference | undefined
  /** The purpose of a request, before React Router 8.5, which tells it; `undefined` for one that is not the router's. */
  contextOf: (url: URL, init?: RequestInit) => RouterFetchContext | undefined
}

export type RouterFetch = (request: Request, context: RouterFetchContext) => Promise<Response>

/**
 * Starts a span for every `fetch()`, and sends `traceparent` where {@link maySendTrace}. Nothing else of a request changes. The span ends
 * when the response's headers arrive; for other origins it is kept only if {@link isWorthRecording}.
 *
 * @returns The function for `<HydratedRouter unstable_fetch>`, which knows the purpose of the router's requests.
 */
export function hookFetch(
  recorder: Recorder,
  options: TraceTargets,
  { parentOf, contextOf }: RouterRequests,
): RouterFetch {
  const { fetch: native, Request } = window
  const contexts = new WeakMap<object, RouterFetchContext>()
  let isContextTold = false

  const begin = recorder.guard((...args: Parameters<typeof fetch>) => {
    const [input, init] = args
    const given = isRequest(input) ? input : undefined
    const url = new URL(given ? given.url : String(input), document.baseURI)
    const isOwn = isTracedOrigin(url, options)
    const context = given ? contexts.get(given) : isContextTold ? undefined : contextOf(url, init)
    const parent = context ? parentOf(context) : recorder.parent()
    if (context && !parent) return undefined
    const span = beginSpan(parent)
    // The browser's own fetch begins with this too: it reads each member of `init` once, wherever that is defined.
    const request = maySendTrace(url, recorder, options) ? new Request(...args) : undefined
    const isTraced = request && !request.headers.has('traceparent')
    if (isTraced) request.headers.set('traceparent', traceparent(span, recorder))
    const method = (request ?? init)?.method ?? given?.method ?? 'GET'
    const event: RequestEvent = { type: 'request', span, method: method.toUpperCase(), url, context, atMs: 0 }
    if (isOwn) recorder.running.add(event)
    const signal = (request ?? init)?.signal ?? given?.signal
    const end = recorder.guard((status: number, thrown?: unknown) => {
      recorder.running.delete(event)
      const error = isCancelled(signal) ? new DOMException('', 'AbortError') : thrown
      if (isTraced && error instanceof TypeError) rememberFailed(url, recorder)
      if (isOwn || isWorthRecording(span, status, error)) recorder.emit({ ...event, status, error, atMs: nowMs() })
    })
    const sent: typeof args = request ? [request] : args
    return { end, sent }
  })

  window.fetch = (...args) => {
    const begun = begin(...args)
    const answer = native.apply(window, begun ? begun.sent : args)
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
    isContextTold = true
    contexts.set(request, context)
    return window.fetch(request)
  }
}

/** An app may abort with any reason, which `fetch()` then throws; only a timeout is a failure. */
const isCancelled = (signal: AbortSignal | null | undefined) =>
  signal?.aborted && !(signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError')

/** Also for one of another realm, such as a frame's, which is no instance of ours. */
const isRequest = (input: unknown): input is Request => Object.prototype.toString.call(input) === '[object Request]'

/** For requests to origins that are not traced: it failed, or took more than a second. Recording every beacon would be too much. */
export const isWorthRecording = ({ startMs }: OpenSpan, status: number, error?: unknown) =>
  status >= 400 || (error instanceof Error && error.name !== 'AbortError') || nowMs() - startMs > 1_000
