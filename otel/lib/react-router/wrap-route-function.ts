import { type Attributes, type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api'
import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions'
import { guard } from '../guard.ts'
import { dataSuffix } from '../router-paths.ts'
import type { Transaction } from '../runtime.ts'
import { ATTR_ERRATA_ROUTE_ID } from '../semconv.ts'
import { isDataWithInit } from './contract.ts'
import { isDeclaredOutage } from './declare-outage.ts'
import { guardDeferred } from './guard-deferred.ts'
import {
  currentTransaction,
  faultFor,
  faultForResponse,
  isFault,
  type Mode,
  notRecorded,
  recordFault,
  sanitisedError,
  tracer,
} from './server-fault.ts'
import { ThrownResponse, textOfBody } from './thrown-response.ts'
import { watchBody } from './watch-body.ts'

/** The part of the arguments of a loader, action or middleware that we read. */
export interface RouteArgs {
  readonly request: Request
  readonly pattern?: string
}

export interface RouteFunctionSite {
  readonly kind: 'loader' | 'action' | 'middleware'
  readonly routeId: string
  readonly mode: Mode
  readonly attributes?: Attributes
  /** True if `pattern` belongs to a route without a component. */
  readonly isResource: (pattern: string) => boolean
}

/** The request's context, and the same with the span of the route function. */
export interface RouteContexts {
  readonly outer: Context
  readonly inner: Context
}

/** Runs a loader or action; rejections of promises in its result become harmless. */
export function runDataFunction(site: RouteFunctionSite, args: RouteArgs, run: () => unknown): Promise<unknown> {
  return runRouteFunction(site, args, async ({ inner }) => guardDeferredResult(await run(), args, site, inner))
}

/** Runs a loader, action or middleware in its own span and replaces what it throws by what browsers may see. */
export async function runRouteFunction<T>(
  site: RouteFunctionSite,
  args: RouteArgs,
  run: (contexts: RouteContexts) => T | Promise<T>,
): Promise<T> {
  const outer = context.active()
  const transaction = currentTransaction(outer)
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
    if (transaction !== undefined) endRun(transaction)
  }
}

function endRun(transaction: Transaction): void {
  if (--transaction.running > 0 || transaction.whenIdle.length === 0) return
  for (const notify of transaction.whenIdle.splice(0)) notify()
}

function guardDeferredResult(result: unknown, args: RouteArgs, site: RouteFunctionSite, inner: Context): unknown {
  // The loader's span has ended: the log record belongs to it, and the request's span is marked.
  const where = { outcome: 'unhandled', context: inner, routeId: site.routeId } as const
  const onRejection = async (reason: unknown) => {
    if (args.request.signal.aborted || isFault(reason)) return reason
    const init = responseInitOf(reason)
    const described = init === undefined ? reason : await describeResponse(reason, init)
    const recorded = isClientFault(init) || isDeclaredOutage(reason) ? notRecorded : recordFault(described, where)
    return sanitisedError(described, recorded, site.mode)
  }
  const onPromise = unsettledReporter(args, site, inner)
  const guardData = (given: unknown) => {
    // If the result cannot be searched, such as with a getter that throws, the router handles it.
    const outcome = guard('deferred data', () => ({ data: guardDeferred(given, onRejection, onPromise) }))
    return outcome === undefined ? given : outcome.data
  }
  if (isDataWithInit(result)) {
    const data = guardData(result.data)
    // The same class, so that React Router recognises it; only the promises inside are replaced.
    return data === result.data ? result : Object.assign(Object.create(Object.getPrototypeOf(result)), result, { data })
  }
  if (!(result instanceof Response)) return guardData(result)
  const onFailure = (reason: unknown) => {
    if (!args.request.signal.aborted && !isFault(reason)) recordFault(reason, where)
  }
  guard('body of a response', () => watchBody(result, onFailure))
  return result
}

/**
 * Records deferred values that have not settled when the response ends: the router gave them up after its `streamTimeout`, and no hook
 * reports that. React reports those that a document shows.
 */
function unsettledReporter({ request }: RouteArgs, { routeId }: RouteFunctionSite, inner: Context) {
  const transaction = currentTransaction(inner)
  let unsettled = 0
  let isWatching = false
  const report = (isWhole: boolean) => {
    if (!isWhole || unsettled === 0 || request.signal.aborted) return
    if (!isDataRequest(request) && transaction?.digest !== undefined) return
    recordFault(new DeferredTimeout(unsettled), { outcome: 'unhandled', context: inner, routeId })
  }
  return (replacement: Promise<unknown>) => {
    unsettled++
    const settle = () => unsettled--
    replacement.then(settle, settle)
    if (!isWatching) transaction?.atEnd.unshift(report)
    isWatching = true
  }
}

/** Without a stack: where it was created says nothing about what it waits for. */
class DeferredTimeout extends Error {
  override readonly name = 'DeferredTimeout'

  constructor(unsettled: number) {
    super(`${unsettled} deferred values had not settled when the response ended after streamTimeout`)
    delete this.stack
  }
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
  if (isClientFault(init)) return thrown
  noteRetryAfter(init)
  if (isDeclaredOutage(thrown)) {
    span.setAttribute(ATTR_ERROR_TYPE, String(init?.status)).setStatus({ code: SpanStatusCode.ERROR })
    return thrown
  }
  const where = { outcome: 'unhandled', span, context: inner, routeId: site.routeId } as const
  if (init === undefined) return faultForCaller(faultFor(thrown, recordFault(thrown, where), site.mode), args, site)
  const recorded = recordFault(await describeResponse(thrown, init), where)
  return faultForCaller(faultForResponse(thrown, recorded, site.mode, init), args, site, init)
}

function noteRetryAfter(init: ResponseInit | undefined): void {
  const transaction = currentTransaction()
  const retryAfter = new Headers(init?.headers).get('retry-after')
  if (transaction !== undefined && retryAfter !== null) transaction.retryAfter = retryAfter
}

/** A resource route's caller is no page: it gets the digest as JSON, because React Router would remove it. */
function faultForCaller(
  fault: unknown,
  { request, pattern }: RouteArgs,
  site: RouteFunctionSite,
  init?: ResponseInit,
): unknown {
  if (isDataRequest(request) || pattern === undefined || !site.isResource(pattern)) return fault
  const status = init?.status ?? 500
  const body: unknown = typeof fault === 'object' && fault !== null && 'data' in fault ? fault.data : undefined
  const response = Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
  return response
}

const isDataRequest = ({ url }: Request) => new URL(url).pathname.endsWith(dataSuffix)

function responseInitOf(thrown: unknown): ResponseInit | undefined {
  if (thrown instanceof Response) return { status: thrown.status, headers: thrown.headers }
  return isDataWithInit(thrown) ? (thrown.init ?? { status: 200 }) : undefined
}

/** Below 500 the visitor's request is at fault, or nobody. */
const isClientFault = (init: ResponseInit | undefined) => init !== undefined && (init.status ?? 200) < 500

async function describeResponse(thrown: unknown, { status }: ResponseInit): Promise<ThrownResponse> {
  try {
    const isResponse = thrown instanceof Response
    const body = isResponse ? await thrown.clone().text() : textOfBody(isDataWithInit(thrown) && thrown.data)
    return new ThrownResponse(status, body)
  } catch (error) {
    return new ThrownResponse(status, `(unreadable: ${String(error)})`)
  }
}
