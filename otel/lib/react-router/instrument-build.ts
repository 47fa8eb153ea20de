import { type Context, context, trace } from '@opentelemetry/api'
import { isRouteErrorResponse, type ServerBuild } from 'react-router'
import { isUncacheable } from '../cache-control.ts'
import { guard } from '../guard.ts'
import { getRuntime, type Transaction } from '../runtime.ts'
import { ATTR_ERRATA_MIDDLEWARE_INDEX, ATTR_ERRATA_MIDDLEWARE_NAME } from '../semconv.ts'
import { withRender } from './current-render.ts'
import { loadContextFailure, rememberFailure } from './failed-request.ts'
import { lastResortPage } from './last-resort.ts'
import { type RouteTable, routeTable } from './route-table.ts'
import {
  currentTransaction,
  faultFor,
  isFault,
  type Mode,
  originalOf,
  recordFault,
  tracer,
  withDigestOfRequest,
} from './server-fault.ts'
import { warnNotStarted, warnOtherRelease } from './warn-not-started.ts'
import { type RouteFunctionSite, runDataFunction, runRouteFunction } from './wrap-route-function.ts'

type ServerRoute = NonNullable<ServerBuild['routes'][string]>
type RouteModule = ServerRoute['module']
type EntryModule = ServerBuild['entry']['module']

export interface InstrumentOptions {
  /** `development` shows the error's message and stack in the browser. Default `production`. */
  readonly mode?: Mode
  /** Whether a minifier renamed the functions of the build: digests then do not use them. Set by the Vite plugin. Default false. */
  readonly isMinified?: boolean
  /** The release of the build, to compare with that of the process. Set by the Vite plugin. Default: none. */
  readonly release?: string
}

/**
 * Copies a server build with every loader, action, middleware and the document render wrapped: a span each, errors recorded once, and
 * nothing of an error except digest and trace id sent to the browser.
 *
 * `pageHandler` does this itself; the given build is not changed.
 */
export function instrumentBuild(build: ServerBuild, options: InstrumentOptions = {}): ServerBuild {
  const { mode = 'production', isMinified = false, release = '' } = options
  // By the Vite plugin, if the app calls it too.
  if (instrumentedKey in build.entry.module) return build
  const runtime = getRuntime()
  if (runtime !== undefined) runtime.servesRouter = true
  if (runtime !== undefined && isMinified) runtime.isMinified = true
  if (mode === 'production') warnOtherRelease(release)
  const table = routeTable(build)
  const { isResource } = table
  for (const [path, pattern] of table.prerendered()) runtime?.prerendered.set(path, pattern)
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    if (route === undefined) continue
    const module = wrapModule(route, { routeId: id, mode, isResource }, table)
    // The root's middleware runs for every route that the router matches.
    if (route.parentId === undefined) {
      module.middleware = [routeNotingMiddleware(table, mode), ...(module.middleware ?? [])]
    }
    routes[id] = { ...route, module }
  }
  return { ...build, entry: { ...build.entry, module: wrapEntry(build.entry.module, mode, table) }, routes }
}

const instrumentedKey = Symbol.for('errata.otel.instrumented')

function wrapModule(route: ServerRoute, site: Omit<RouteFunctionSite, 'kind'>, table: RouteTable): RouteModule {
  const { loader, action, middleware, headers } = route.module
  const wrapped = { ...route.module }
  if (loader !== undefined) {
    const loaderSite = { ...site, kind: 'loader' } as const
    wrapped.loader = args => {
      noteRequest(args.request, table)
      return runDataFunction(loaderSite, args, () => loader(args))
    }
  }
  if (action !== undefined) {
    const actionSite = { ...site, kind: 'action' } as const
    wrapped.action = args => {
      noteRequest(args.request, table)
      return runDataFunction(actionSite, args, () => action(args))
    }
  }
  if (middleware !== undefined) wrapped.middleware = middleware.map((run, index) => wrapMiddleware(run, index, site))
  if (typeof headers === 'function') wrapped.headers = wrapHeaders(headers, site)
  return wrapped
}

type Middleware = NonNullable<RouteModule['middleware']>[number]

function wrapMiddleware(run: Middleware, index: number, site: Omit<RouteFunctionSite, 'kind'>): Middleware {
  const attributes = {
    [ATTR_ERRATA_MIDDLEWARE_INDEX]: index,
    ...(run.name !== '' && { [ATTR_ERRATA_MIDDLEWARE_NAME]: run.name }),
  }
  const middlewareSite = { ...site, kind: 'middleware', attributes } as const
  return (args, next) =>
    runRouteFunction(middlewareSite, args, ({ outer, inner }) =>
      run(args, () => {
        // The rest belongs to the request, not to this middleware, unless the middleware opened a span of its own.
        const active = context.active()
        if (active === inner) return context.with(outer, next)
        const isOurs = trace.getSpan(active) === trace.getSpan(inner)
        return isOurs ? context.with(replaceSpanInContext(outer, active), next) : next()
      }),
    )
}

/**
 * Tells the transaction its route before anything of it runs, and fails if the app's own context could not be created, because nothing of
 * the app can run without it. The router's instrumentation would report the route only with the response.
 */
function routeNotingMiddleware(table: RouteTable, mode: Mode): Middleware {
  return ({ context: routerContext, request, pattern }: PatternBefore8<Parameters<Middleware>[0]>, next) => {
    warnNotStarted(mode)
    guard('route of a request', () => {
      const transaction = currentTransaction()
      if (pattern === undefined) noteRouteIfUnknown(transaction, request, table)
      else if (transaction !== undefined) noteRoute(transaction, pattern, table)
    })
    const failed = routerContext.get(loadContextFailure)
    if (failed !== null) throw failed.fault
    const own = getRuntime()?.withOwnTransaction?.(context.active())
    return own === undefined ? next() : context.with(own, next)
  }
}

/** Before version 8 the pattern has another name, or is missing. */
type PatternBefore8<Args extends { pattern: string }> = Omit<Args, 'pattern'> & Partial<Pick<Args, 'pattern'>>

function noteRoute(transaction: Transaction, pattern: string, { basename, isResource }: RouteTable): void {
  transaction.showsPage = !isResource(pattern)
  transaction.isHandled = true
  transaction.basename = basename
  transaction.pattern = pattern.startsWith('/') ? pattern : `/${pattern}`
}

/** For responses of the router before any middleware: an unmatched path, which shows its 404 page, an unknown method, a forged form. */
function noteRouteIfUnknown(transaction: Transaction | undefined, request: Request, table: RouteTable): void {
  if (transaction === undefined || transaction.pattern !== undefined) return
  const pattern = table.patternOf(new URL(request.url).pathname)
  if (pattern === undefined) transaction.showsPage = true
  else noteRoute(transaction, pattern, table)
}

/** Before version 8, if an app has not enabled middleware, ours has not reported the route. */
const noteRequest = (request: Request, table: RouteTable) =>
  guard('route of a request', () => noteRouteIfUnknown(currentTransaction(), request, table))

type HeadersFunction = Extract<RouteModule['headers'], (...args: never) => unknown>

/** React Router calls it outside of any error handling: a document would end in a status without a body. */
function wrapHeaders(headers: HeadersFunction, { routeId, mode }: Omit<RouteFunctionSite, 'kind'>): HeadersFunction {
  return args => {
    try {
      return headers(args)
    } catch (error) {
      throw faultFor(error, recordFault(error, { outcome: 'unhandled', routeId }), mode)
    }
  }
}

/** Values that middleware put into the context stay. */
function replaceSpanInContext(outer: Context, active: Context): Context {
  const span = trace.getSpan(outer)
  return span === undefined ? trace.deleteSpan(active) : trace.setSpan(active, span)
}

function wrapEntry(entry: EntryModule, mode: Mode, table: RouteTable): EntryModule {
  const wrapped: EntryModule = {
    ...entry,
    default: wrapRender(entry.default, mode, table),
    // Also of a data request that runs no function of a route.
    handleDataRequest: (response, args) => {
      noteRequest(args.request, table)
      return entry.handleDataRequest?.(response, args) ?? response
    },
    handleError(error, args) {
      const original = originalOf(error)
      rememberFailure(args.request, error)
      guard('route of a request', () => noteRouteIfUnknown(currentTransaction(), args.request, table))
      if (!args.request.signal.aborted && !isClientFault(error)) recordUnlessClientFault(error)
      entry.handleError?.(original, args)
    },
  }
  return Object.assign(wrapped, { [instrumentedKey]: true })
}

/**
 * Unrecorded errors in `handleError` come from the router itself, which answers a forged form with an Error and 400: only the status tells
 * whose fault it was.
 */
function recordUnlessClientFault(error: unknown): void {
  const site = { outcome: 'unhandled', context: context.active() } as const
  const transaction = currentTransaction(site.context)
  if (transaction === undefined || transaction.isDecided) {
    recordFault(error, site)
    return
  }
  transaction.whenDecided.push(statusCode => {
    if (statusCode === undefined || statusCode >= 500) recordFault(error, site)
  })
}

/** The router's own 404, 405 and 400 are responses to an invalid request, not errors of the app. */
function isClientFault(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500
}

function wrapRender(render: EntryModule['default'], mode: Mode, table: RouteTable): EntryModule['default'] {
  const failedOnce = new WeakSet<Request>()

  return async (request, statusCode, headers, entryContext, loadContext) => {
    const outer = context.active()
    const transaction = currentTransaction(outer)
    guard('route of a request', () => noteRouteIfUnknown(transaction, request, table))
    if (transaction !== undefined) transaction.mayExposeTrace = isUncacheable(headers.get('cache-control'))
    const shell = tracer().startSpan('render shell', undefined, outer)
    const rendering = withRender(trace.setSpan(outer, shell), { request, mode })
    try {
      const response = await context.with(rendering, () =>
        render(request, statusCode, headers, entryContext, loadContext),
      )
      shell.end()
      if (transaction !== undefined) traceStreaming(transaction, outer)
      return response
    } catch (error) {
      const recorded = isFault(error)
        ? error.data
        : recordFault(error, { outcome: 'unhandled', span: shell, context: outer })
      shell.end()
      // React Router renders again with the error screen; if that fails too, nothing is left to render.
      const { host, pathname } = new URL(request.url)
      if (failedOnce.has(request)) return lastResortPage(withDigestOfRequest(recorded), host, pathname)
      failedOnce.add(request)
      throw isFault(error) ? error : faultFor(error, withDigestOfRequest(recorded), mode)
    }
  }
}

/** Traces what streams after the shell, up to the response's last byte. */
function traceStreaming(transaction: Transaction, outer: Context): void {
  const span = tracer().startSpan('render stream', undefined, outer)
  transaction.streaming = span
  transaction.atEnd.push(() => span.end())
}
