import type { unstable_RouterFetchContext as RouterFetchContext } from 'react-router/dom'
import { scrubUrl } from '../scrub-url.ts'
import type { Recorder, SpanRecord, SpanReference } from './recorder.ts'

export interface RequestOptions {
  /** Origins other than the page's own whose requests get a span and a `traceparent` header, as in `https://api.example.com`. */
  readonly traceOrigins: readonly string[]
  readonly allowedParams: readonly string[]
}

/** The router's own requests, and which span each belongs to. */
export interface RouterRequests {
  parentOf(context: RouterFetchContext): SpanReference | undefined
  onResponse(context: RouterFetchContext, status: number, span: SpanRecord): void
}

export type RouterFetch = (request: Request, context: RouterFetchContext) => Promise<Response>

/**
 * Makes one span for every `fetch()` to the page's own origin and to those allowed, with the trace's header on the request.
 * The span ends when the response's headers are there.
 *
 * @returns What `<HydratedRouter unstable_fetch>` takes, which knows what each of the router's requests is for.
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-client
 */
export function watchFetch(recorder: Recorder, options: RequestOptions, router: RouterRequests): RouterFetch {
  const native = window.fetch
  const routerRequests = new WeakMap<Request, RouterFetchContext>()

  const startSpan = recorder.guard((input: RequestInfo | URL, init: RequestInit | undefined) => {
    const request = input instanceof Request ? input : undefined
    const url = new URL(request?.url ?? String(input), document.baseURI)
    if (url.origin !== location.origin && !options.traceOrigins.includes(url.origin)) return undefined
    const context = request && routerRequests.get(request)
    const parent = context ? router.parentOf(context) : recorder.parent()
    if (context?.type === 'manifest' && parent === undefined) return undefined

    const method = (init?.method ?? request?.method ?? 'GET').toUpperCase()
    const span = startRequest(recorder, { method, url, parent, allowedParams: options.allowedParams })
    return { span, context, header: traceparent(span), request }
  })

  window.fetch = async (input, init) => {
    const started = startSpan(input, init)
    if (started === undefined) return native.call(window, input, init)
    const { span, context, header, request } = started
    let sent = init
    if (request && init?.headers === undefined) request.headers.set('traceparent', header)
    else {
      const headers = new Headers(init?.headers)
      headers.set('traceparent', header)
      sent = { ...init, headers }
    }
    try {
      const response = await native.call(window, input, sent)
      recorder.guard(() => {
        if (context) router.onResponse(context, response.status, span)
        endRequest(recorder, span, response.status)
      })()
      return response
    } catch (error) {
      recorder.guard(failRequest)(recorder, span, error)
      throw error
    }
  }

  return (request, context) => {
    routerRequests.set(request, context)
    return window.fetch(request)
  }
}

/** W3C trace context of a span; always sampled, since what is kept is decided by trace id. */
export const traceparent = (span: SpanReference) => `00-${span.transaction.traceId}-${span.id}-01`

interface RequestStart {
  readonly method: string
  readonly url: URL
  readonly parent: SpanReference | undefined
  readonly allowedParams: readonly string[]
}

/** Starts the span of an outgoing request; without a parent it is a transaction of the page's route. */
export function startRequest(recorder: Recorder, { method, url, parent, allowedParams }: RequestStart): SpanRecord {
  const span = recorder.start(method, parent, true)
  Object.assign(span.attributes, {
    'http.request.method': method,
    'url.full': scrubUrl(url.href, allowedParams),
    'server.address': url.hostname,
    'server.port': Number(url.port) || undefined,
  })
  if (parent === undefined) recorder.decide(span.transaction, recorder.page.transaction.route, undefined)
  return span
}

/** Ends the span of a request that was answered. */
export function endRequest(recorder: Recorder, span: SpanRecord, status: number): void {
  if (status > 0) span.attributes['http.response.status_code'] = status
  if (status >= 400) {
    span.attributes['error.type'] = String(status)
    span.failed = true
  }
  recorder.end(span)
}

/** Ends the span of a request that got no answer. One that was cancelled has not failed. */
export function failRequest(recorder: Recorder, span: SpanRecord, error: unknown): void {
  const type = error instanceof Error || error instanceof DOMException ? error.name : typeof error
  span.attributes['error.type'] = type
  span.failed = type !== 'AbortError'
  recorder.end(span)
}
