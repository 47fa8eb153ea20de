import { type Attributes, type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions'
import { guard } from '../guard.ts'
import type { Transaction } from '../runtime.ts'
import { ATTR_ERRATA_ROUTE_ID } from '../semconv.ts'
import { isDeclaredOutage } from './declare-outage.ts'
import { guardDeferred } from './guard-deferred.ts'
import {
  currentTransaction,
  faultFor,
  faultForResponse,
  isFault,
  type Mode,
  recordFault,
  sanitisedError,
  tracer,
} from './server-fault.ts'
import { ThrownResponse, textOfBody } from './thrown-response.ts'

/** Arguments of a loader, action or middleware, as far as they matter here. */
export interface RouteArgs {
  readonly request: Request
  readonly pattern?: string
}

export interface RouteFunctionSite {
  readonly kind: 'loader' | 'action' | 'middleware'
  readonly routeId: string
  readonly mode: Mode
  readonly attributes?: Attributes
  /** True where a request for `pattern` is answered by a route without a component. */
  readonly isResource: (pattern: string) => boolean
}

/** The request's context, and that with the span of the route function. */
export interface RouteContexts {
  readonly outer: Context
  readonly inner: Context
}

/** Runs a loader or action; promises in its result can no longer hurt. */
export function runDataFunction(site: RouteFunctionSite, args: RouteArgs, run: () => unknown): Promise<unknown> {
  return runRouteFunction(site, args, async ({ inner }) => guarded(await run(), args, site, inner))
}

/** Runs a loader, action or middleware in a span of its own and turns what it throws into what may be seen. */
export async function runRouteFunction<T>(
  site: RouteFunctionSite,
  args: RouteArgs,
  run: (contexts: RouteContexts) => T | Promise<T>,
): Promise<T> {
  const outer = context.active()
  const transaction = currentTransaction(outer)
  guard('route of a request', () => notePattern(transaction, args, site))
  if (transaction !== undefined) transaction.running++
  const span = tracer()
    .startSpan(`${site.kind} ${site.routeId}`, undefined, outer)
    .setAttribute(ATTR_ERRATA_ROUTE_ID, site.routeId)
  if (site.attributes !== undefined) span.setAttributes(site.attributes)
  const inner = trace.setSpan(outer, span)
  try {
    return await context.with(inner, run, undefined, { outer, inner })
  } catch (thrown) {
    throw await replaceThrown(thrown, args, site, span, inner)
  } finally {
    span.end()
    if (transaction !== undefined) leave(transaction)
  }
}

function leave(transaction: Transaction): void {
  if (--transaction.running > 0 || transaction.whenIdle.length === 0) return
  for (const tell of transaction.whenIdle.splice(0)) tell()
}

/** The route is known before the response is: logs made meanwhile can say it. */
function notePattern(transaction: Transaction | undefined, { pattern }: RouteArgs, site: RouteFunctionSite): void {
  if (transaction === undefined || pattern === undefined) return
  noteRoute(transaction, pattern, site.isResource(pattern))
}

export function noteRoute(transaction: Transaction, pattern: string, isResource: boolean): void {
  transaction.showsPage = !isResource
  if (pattern === '') return // no route matched: the router shows its 404 page
  transaction.isHandled = true
  transaction.pattern = pattern.startsWith('/') ? pattern : `/${pattern}`
}

function guarded(result: unknown, args: RouteArgs, site: RouteFunctionSite, inner: Context): unknown {
  const onRejection = (reason: unknown) => {
    if (args.request.signal.aborted || isFault(reason)) return reason
    // the loader's span has ended: the log record is tied to it, the request's span is marked
    const recorded = recordFault(reason, { outcome: 'unhandled', context: inner, routeId: site.routeId })
    return sanitisedError(reason, recorded, site.mode)
  }
  if (isDataWithInit(result)) {
    const data = guardDeferred(result.data, onRejection)
    // same class, so that React Router still knows it; only the promises inside are other ones
    return data === result.data ? result : Object.assign(Object.create(Object.getPrototypeOf(result)), result, { data })
  }
  return result instanceof Response ? result : guardDeferred(result, onRejection)
}

async function replaceThrown(
  thrown: unknown,
  args: RouteArgs,
  site: RouteFunctionSite,
  span: Span,
  inner: Context,
): Promise<unknown> {
  if (args.request.signal.aborted || isFault(thrown)) return thrown
  const init = responseInitOf(thrown)
  if (init !== undefined && (init.status ?? 200) < 500) return thrown
  noteRetryAfter(init)
  if (isDeclaredOutage(thrown)) {
    span.setAttribute(ATTR_ERROR_TYPE, String(init?.status)).setStatus({ code: SpanStatusCode.ERROR })
    return thrown
  }
  const where = { outcome: 'unhandled', span, context: inner, routeId: site.routeId } as const
  if (init === undefined) return forRequest(faultFor(thrown, recordFault(thrown, where), site.mode), args, site)
  const recorded = recordFault(await describeResponse(thrown, init), where)
  return forRequest(faultForResponse(thrown, recorded, site.mode, init), args, site, init)
}

function noteRetryAfter(init: ResponseInit | undefined): void {
  const transaction = currentTransaction()
  const retryAfter = new Headers(init?.headers).get('retry-after')
  if (transaction !== undefined && retryAfter !== null) transaction.retryAfter = retryAfter
}

/** A resource route's caller is no page: it gets the digest as JSON, because React Router would keep it back. */
function forRequest(
  fault: unknown,
  { request, pattern }: RouteArgs,
  site: RouteFunctionSite,
  init?: ResponseInit,
): unknown {
  const isData = new URL(request.url).pathname.endsWith('.data')
  if (isData || pattern === undefined || !site.isResource(pattern)) return fault
  const status = init?.status ?? 500
  const body: unknown = typeof fault === 'object' && fault !== null && 'data' in fault ? fault.data : undefined
  const response = Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
  return response
}

interface DataWithInit {
  readonly type: 'DataWithResponseInit'
  readonly data: unknown
  readonly init: ResponseInit | null
}

function isDataWithInit(value: unknown): value is DataWithInit {
  if (typeof value !== 'object' || value === null) return false
  return 'type' in value && value.type === 'DataWithResponseInit' && 'data' in value && 'init' in value
}

function responseInitOf(thrown: unknown): ResponseInit | undefined {
  if (thrown instanceof Response) return { status: thrown.status, headers: thrown.headers }
  return isDataWithInit(thrown) ? (thrown.init ?? { status: 200 }) : undefined
}

async function describeResponse(thrown: unknown, { status }: ResponseInit): Promise<ThrownResponse> {
  try {
    const isResponse = thrown instanceof Response
    const body = isResponse ? await thrown.clone().text() : textOfBody(isDataWithInit(thrown) && thrown.data)
    return new ThrownResponse(status, body)
  } catch (error) {
    return new ThrownResponse(status, `(unreadable: ${String(error)})`)
  }
}
