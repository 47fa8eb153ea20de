import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Attributes, type Context, context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { suppressTracing } from '@opentelemetry/core'
import {
  ATTR_CLIENT_ADDRESS,
  ATTR_ERROR_TYPE,
  ATTR_HTTP_REQUEST_HEADER,
  ATTR_HTTP_REQUEST_METHOD,
  ATTR_HTTP_REQUEST_METHOD_ORIGINAL,
  ATTR_HTTP_RESPONSE_STATUS_CODE,
  ATTR_HTTP_ROUTE,
  ATTR_NETWORK_PROTOCOL_VERSION,
  ATTR_SERVER_ADDRESS,
  ATTR_SERVER_PORT,
  ATTR_URL_PATH,
  ATTR_URL_QUERY,
  ATTR_URL_SCHEME,
  ATTR_USER_AGENT_ORIGINAL,
} from '@opentelemetry/semantic-conventions'
import { guard } from '../../guard.ts'
import { getRuntime, type Transaction } from '../../runtime.ts'
import { scrubQuery } from '../../scrub-url.ts'
import { ATTR_USER_ID, NOT_FOUND_ROUTE } from '../../semconv.ts'
import { formatTraceparent } from '../../traceparent.ts'
import { keepFromExport, setTransactionOfSpan } from '../sdk/contract.ts'
import { clientAddress, requestedHost } from './client-address.ts'
import { keepContext, runInContext } from './keep-context.ts'
import { otherServerSpan } from './other-server-span.ts'
import { refuseRequest } from './refuse-request.ts'
import { shouldTracePath } from './request-path.ts'
import { type RequestTelemetry, requestTelemetry } from './request-telemetry.ts'
import { beforeHead, mayCarryTrace, type ResponseHead } from './response-head.ts'
import { routeOfExpress } from './route-of-express.ts'
import { parentOf } from './trace-parent.ts'
import { openTransaction, setRootSpan, withTransaction } from './transaction.ts'

/** Response header with the digest of the error that made a request fail. */
const digestHeader = 'x-errata-digest'

/**
 * Wraps a request listener: every request gets exactly one SERVER span, active while it is handled. Except files, `/__manifest`, the
 * favicon, a development server's own paths, the relay, and event streams.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server-span
 */
export function traceRequests(listener: RequestListener): RequestListener {
  return (req, res) => {
    traceRequest(req, res, () => refuseRequest(req, res) || listener(req, res))
  }
}

/** A request passes here twice if every server of the process is traced and the app calls `traceRequests` too. */
const tracedKey = Symbol('errata.passed')

/** Handles a request inside its SERVER span. */
export function traceRequest<T>(
  req: IncomingMessage & { [tracedKey]?: true },
  res: ServerResponse,
  handle: () => T,
): T {
  const telemetry = requestTelemetry()
  // Spans of another SDK are not ours.
  if (telemetry === undefined || req[tracedKey]) return handle()
  req[tracedKey] = true
  const opened = guard('request span', () => openRequest(req, res, telemetry))
  if (opened === undefined) return context.with(suppressTracing(context.active()), handle)
  keepContext(req, opened)
  keepContext(res, opened)
  return runInContext(opened, handle)
}

/** Starts the span of a request; undefined if it gets none. */
function openRequest(req: IncomingMessage, res: ServerResponse, telemetry: RequestTelemetry) {
  const [path = '/', query] = splitUrl(req.url ?? '/')
  const verdict = shouldTracePath(path, telemetry.ignoredPrefixes)
  if (verdict === 'never') return undefined

  const method = knownMethod(req.method)
  const transaction = openTransaction(true)
  transaction.hasConsent = guard('consent', () => telemetry.consent(req)) === true
  const attributes = requestAttributes(req, method, path, query, telemetry, transaction.hasConsent)
  const otherSpan = otherServerSpan(context.active())
  const isOurs = otherSpan === undefined && !telemetry.usesOtherSdk
  const requestContext = isOurs ? startRequest() : withTransaction(context.active(), transaction)
  if (otherSpan !== undefined) {
    setRootSpan(transaction, otherSpan)
    setTransactionOfSpan(otherSpan, transaction)
  }

  const decide = (statusCode: number | undefined) => {
    if (transaction.isDecided) return
    for (const notify of transaction.whenDecided) notify(statusCode)
    const ofExpress = transaction.showsPage ? undefined : guard('route of Express', () => routeOfExpress(req))
    transaction.pattern ??= ofExpress
    transaction.isHandled ||= ofExpress !== undefined
    transaction.isDiscarded ||= verdict === 'if-handled' && !transaction.isHandled
    if (otherSpan !== undefined && transaction.isDiscarded) keepFromExport(otherSpan)
    if (transaction.pattern === undefined && statusCode === 200) notePrerendered(transaction, path)
    decideRequest(transaction, method, statusCode)
    const referrer = transaction.route === NOT_FOUND_ROUTE ? referrerOf(req) : undefined
    if (referrer !== undefined) transaction.rootSpan?.setAttribute(ATTR_HTTP_REQUEST_HEADER('referer'), [referrer])
    telemetry.processor.decide(transaction)
  }
  beforeHead(res, head => {
    transaction.isDiscarded ||= isEventStream(head)
    guard('route and status of a request', () => decide(head.statusCode))
    guard('response head', () => addHeaders(head, transaction))
  })
  res.once('close', () => {
    guard('end of a request', () => {
      decide(res.headersSent ? res.statusCode : undefined)
      for (const end of transaction.atEnd) end(res.writableFinished)
      if (transaction.userId !== undefined) transaction.rootSpan?.setAttribute(ATTR_USER_ID, transaction.userId)
      if (isOurs) transaction.rootSpan?.end()
      if (isOurs && !transaction.isDiscarded)
        telemetry.recordDuration(durationAttributes(transaction, attributes), transaction)
    })
  })
  return requestContext

  function startRequest(): Context {
    const parent = parentOf(req.headers, telemetry.trustTraceparent)
    const ownContext = withTransaction(parent.context, transaction)
    // Attributes passed to startSpan are iterated three times.
    const span = telemetry.tracer
      .startSpan(methodInSpanName(method), { kind: SpanKind.SERVER, links: parent.links }, ownContext)
      .setAttributes(attributes)
    if (transaction.id === '') setRootSpan(transaction, span)
    return trace.setSpan(ownContext, span)
  }
}

/** A prerendered file that the server sends by itself is still a page of the app. */
function notePrerendered(transaction: Transaction, path: string): void {
  const pattern = getRuntime()?.prerendered.get(path)
  if (pattern === undefined) return
  transaction.showsPage = true
  transaction.pattern = `/${pattern}`.replace('//', '/')
}

function decideRequest(transaction: Transaction, method: string, statusCode: number | undefined): void {
  const { rootSpan: span, pattern } = transaction
  transaction.statusCode = statusCode
  transaction.route = statusCode === 404 && transaction.showsPage ? NOT_FOUND_ROUTE : pattern
  if (span === undefined) return
  const httpRoute = httpRouteOf(transaction)
  if (httpRoute !== undefined) {
    span.setAttribute(ATTR_HTTP_ROUTE, httpRoute)
    span.updateName(`${methodInSpanName(method)} ${httpRoute}`)
  }
  if (statusCode === undefined) return
  span.setAttribute(ATTR_HTTP_RESPONSE_STATUS_CODE, statusCode)
  if (statusCode >= 500 && transaction.digest === undefined) {
    span.setAttribute(ATTR_ERROR_TYPE, String(statusCode))
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
}

/** The whole pattern that matched the request's path. The transaction's route is without the basename, as in the browser. */
function httpRouteOf({ pattern, basename }: Transaction): string | undefined {
  if (pattern === undefined || basename === '') return pattern
  return pattern === '/' ? basename : `${basename}${pattern}`
}

/** It lasts as long as the page is open, and its span would last for hours. */
const isEventStream = (head: ResponseHead) => /^text\/event-stream\b/i.test(head.get('content-type') ?? '')

function addHeaders(head: ResponseHead, transaction: Transaction): void {
  if (head.statusCode >= 500) {
    head.set('cache-control', 'no-store')
    if (transaction.digest !== undefined) head.set(digestHeader, transaction.digest)
    if (transaction.retryAfter !== undefined) head.set('retry-after', transaction.retryAfter)
  }
  const traceparent = formatTraceparent(transaction.rootSpan?.spanContext())
  if (traceparent === undefined || transaction.isDiscarded || transaction.isTraceHidden || !mayCarryTrace(head)) return
  const timing = `traceparent;desc="${traceparent}"`
  const otherTimings = head.get('server-timing')
  head.set('server-timing', otherTimings === undefined ? timing : `${otherTimings}, ${timing}`)
}

function requestAttributes(
  req: IncomingMessage,
  method: string,
  path: string,
  query: string | undefined,
  { allowedParams, trustedProxies }: RequestTelemetry,
  hasConsent: boolean,
): Attributes {
  const attributes: Attributes = {
    [ATTR_HTTP_REQUEST_METHOD]: method,
    [ATTR_URL_PATH]: path,
    [ATTR_URL_SCHEME]: schemeOf(req),
    [ATTR_NETWORK_PROTOCOL_VERSION]: req.httpVersion,
  }
  const [address, port] = splitHost(requestedHost(req, trustedProxies))
  const userAgent = req.headers['user-agent']
  const purpose = purposeOf(req)
  if (method === '_OTHER') attributes[ATTR_HTTP_REQUEST_METHOD_ORIGINAL] = req.method ?? ''
  if (query !== undefined && query !== '') attributes[ATTR_URL_QUERY] = scrubQuery(query, allowedParams)
  if (address !== undefined) attributes[ATTR_SERVER_ADDRESS] = address
  if (port !== undefined) attributes[ATTR_SERVER_PORT] = port
  if (purpose !== undefined) attributes[ATTR_HTTP_REQUEST_HEADER('sec-purpose')] = [purpose]
  if (userAgent !== undefined && hasConsent) attributes[ATTR_USER_AGENT_ORIGINAL] = userAgent
  if (trustedProxies !== undefined && hasConsent) attributes[ATTR_CLIENT_ADDRESS] = clientAddress(req, trustedProxies)
  return attributes
}

/**
 * `prefetch` if the browser fetches ahead, by itself or for a `<Link prefetch>`: the page may never be shown. Older browsers send the
 * header without `Sec-`.
 *
 * @see https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header
 */
function purposeOf({ headers }: IncomingMessage): string | undefined {
  const purpose = headers['sec-purpose'] ?? headers['purpose']
  return purpose === undefined ? undefined : /^prefetch(;prerender)?\b/.exec(String(purpose))?.[0]
}

/** The page with the broken link, without query, fragment and user info. */
function referrerOf({ headers }: IncomingMessage): string | undefined {
  const { referer: text = '' } = headers
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return undefined
  const referrer = new URL(text)
  return referrer.origin + referrer.pathname
}

/** The scheme that the visitor's browser used: a proxy that terminates TLS sends it, and forging it gains nothing. */
function schemeOf({ headers, socket }: IncomingMessage): 'http' | 'https' {
  const { forwarded, 'x-forwarded-proto': proto } = headers
  const scheme = forwarded === undefined && proto === undefined ? undefined : forwardedScheme(forwarded, proto)
  if (scheme === 'http' || scheme === 'https') return scheme
  return 'encrypted' in socket ? 'https' : 'http'
}

function forwardedScheme(forwarded = '', proto: string | string[] = ''): string | undefined {
  const [, scheme] = /(?:^|[;,\s])proto="?(https?)\b/i.exec(forwarded) ?? []
  return (scheme ?? String(proto).split(',', 1)[0])?.trim().toLowerCase()
}

/** @see https://opentelemetry.io/docs/specs/semconv/http/http-metrics/#metric-httpserverrequestduration */
function durationAttributes(transaction: Transaction, request: Attributes): Attributes {
  const { statusCode } = transaction
  const httpRoute = httpRouteOf(transaction)
  const attributes: Attributes = {
    [ATTR_HTTP_REQUEST_METHOD]: request[ATTR_HTTP_REQUEST_METHOD],
    [ATTR_URL_SCHEME]: request[ATTR_URL_SCHEME],
  }
  if (httpRoute !== undefined) attributes[ATTR_HTTP_ROUTE] = httpRoute
  if (statusCode !== undefined) attributes[ATTR_HTTP_RESPONSE_STATUS_CODE] = statusCode
  if (statusCode !== undefined && statusCode >= 500) attributes[ATTR_ERROR_TYPE] = String(statusCode)
  return attributes
}

const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'CONNECT', 'TRACE', 'QUERY'])

/** Anybody can invent methods; the number of span names must not grow with them. */
const knownMethod = (method = 'GET') => (knownMethods.has(method) ? method : '_OTHER')

/** @see https://opentelemetry.io/docs/specs/semconv/http/http-spans/#name */
const methodInSpanName = (method: string) => (method === '_OTHER' ? 'HTTP' : method)

function splitUrl(url: string): [string, string | undefined] {
  const at = url.indexOf('?')
  return at < 0 ? [url, undefined] : [url.slice(0, at), url.slice(at + 1)]
}

type Host = readonly [name: string | undefined, port: number | undefined]

/** Of the last request, because almost all have the same. */
let lastHost: { readonly header: string; readonly host: Host } | undefined

function splitHost(header = ''): Host {
  if (lastHost?.header === header) return lastHost.host
  const [, ipv6, name, port] = /^(?:\[([\da-f:.]+)\]|([^:]+))(?::(\d{1,5}))?$/i.exec(header) ?? []
  const host = [ipv6 ?? name, port === undefined ? undefined : Number(port)] as const
  lastHost = { header, host }
  return host
}
