import { type Context, context, trace } from '@opentelemetry/api'
import { isRouteErrorResponse, type ServerBuild, type ServerInstrumentation } from 'react-router'
import { isUncacheable } from '../cache-control.ts'
import { guard } from '../guard.ts'
import { ATTR_ERRATA_MIDDLEWARE_INDEX, ATTR_ERRATA_MIDDLEWARE_NAME } from '../semconv.ts'
import { failedBefore, noteFailure } from './failed-request.ts'
import { lastResortPage } from './last-resort.ts'
import { resourcePatterns } from './resource-patterns.ts'
import {
  currentTransaction,
  faultFor,
  isFault,
  type Mode,
  originalOf,
  recordFault,
  shownFor,
  tracer,
} from './server-fault.ts'
import { noteRoute, type RouteFunctionSite, runDataFunction, runRouteFunction } from './wrap-route-function.ts'

type ServerRoute = NonNullable<ServerBuild['routes'][string]>
type RouteModule = ServerRoute['module']
type EntryModule = ServerBuild['entry']['module']

export interface InstrumentOptions {
  /** `development` lets the error's text and stack reach the browser. Default `production`. */
  readonly mode?: Mode
}

/**
 * Copies a server build with every loader, action, middleware and the document render wrapped: a span each, errors
 * recorded once, and nothing of an error but its digest and trace id on the way to the browser.
 *
 * `pageHandler` does it by itself; the build that is given stays as it is.
 */
export function instrumentBuild(build: ServerBuild, options: InstrumentOptions = {}): ServerBuild {
  const { mode = 'production' } = options
  const resources = resourcePatterns(build.routes)
  const isResource = (pattern: string) => resources.has(pattern)
  const routes: ServerBuild['routes'] = {}
  for (const [id, route] of Object.entries(build.routes)) {
    if (route !== undefined) routes[id] = { ...route, module: wrapModule(route, { routeId: id, mode, isResource }) }
  }
  return { ...build, entry: { ...build.entry, module: wrapEntry(build.entry.module, mode, isResource) }, routes }
}

function wrapModule(route: ServerRoute, site: Omit<RouteFunctionSite, 'kind'>): RouteModule {
  const { loader, action, middleware, headers } = route.module
  const wrapped = { ...route.module }
  if (loader !== undefined) {
    const loaderSite = { ...site, kind: 'loader' } as const
    wrapped.loader = args => runDataFunction(loaderSite, args, () => loader(args))
  }
  if (action !== undefined) {
    const actionSite = { ...site, kind: 'action' } as const
    wrapped.action = args => runDataFunction(actionSite, args, () => action(args))
  }
  if (middleware !== undefined) wrapped.middleware = middleware.map((run, index) => wrapMiddleware(run, index, site))
  if (route.parentId === undefined) wrapped.middleware = [throwWhatFailedBefore, ...(wrapped.middleware ?? [])]
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
        // what comes next is the request's, not this middleware's, unless the middleware opened a span of its own
        const active = context.active()
        if (active === inner) return context.with(outer, next)
        const isOurs = trace.getSpan(active) === trace.getSpan(inner)
        return isOurs ? context.with(withSpanOf(outer, active), next) : next()
      }),
    )
}

/** The first of all: without the app's own context nothing of it can run. */
const throwWhatFailedBefore: Middleware = async ({ context: routerContext }, next) => {
  const failed = routerContext.get(failedBefore)
  if (failed !== null) throw failed.fault
  return next()
}

type HeadersFunction = Extract<RouteModule['headers'], (...args: never) => unknown>

/** React Router calls it outside everything that could show an error: a document would end in a status without a body. */
function wrapHeaders(headers: HeadersFunction, { routeId, mode }: Omit<RouteFunctionSite, 'kind'>): HeadersFunction {
  return args => {
    try {
      return headers(args)
    } catch (error) {
      throw faultFor(error, recordFault(error, { outcome: 'unhandled', routeId }), mode)
    }
  }
}

/** Values that the middleware put into the context stay. */
function withSpanOf(outer: Context, active: Context): Context {
  const span = trace.getSpan(outer)
  return span === undefined ? trace.deleteSpan(active) : trace.setSpan(active, span)
}

function wrapEntry(entry: EntryModule, mode: Mode, isResource: (pattern: string) => boolean): EntryModule {
  return {
    ...entry,
    default: wrapRender(entry.default, mode),
    handleError(error, args) {
      const original = originalOf(error)
      noteFailure(args.request, error)
      if (!args.request.signal.aborted && !isClientFault(error)) recordUnlessClientFault(error)
      entry.handleError?.(original, args)
    },
    instrumentations: [routeNamer(isResource), ...(entry.instrumentations ?? [])],
  }
}

/**
 * What reaches `handleError` unrecorded comes from the router itself, which answers a forged form with an Error and 400:
 * only the status tells whose fault it was.
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

/** The router's own 404, 405 and 400 are answers to a wrong request, not errors of the app. */
function isClientFault(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500
}

/** Tells the transaction which route answered, also where no loader, action or middleware ran. */
function routeNamer(isResource: (pattern: string) => boolean): ServerInstrumentation {
  return {
    handler({ instrument }) {
      instrument({
        async request(handle) {
          const { meta } = await handle()
          guard('route of a request', () => {
            const transaction = currentTransaction()
            if (transaction === undefined || meta === undefined) return
            noteRoute(transaction, meta.pattern, isResource(meta.pattern))
          })
        },
      })
    },
  }
}

function wrapRender(render: EntryModule['default'], mode: Mode): EntryModule['default'] {
  const failedOnce = new WeakSet<Request>()

  return async (request, statusCode, headers, entryContext, loadContext) => {
    const outer = context.active()
    const transaction = currentTransaction(outer)
    if (transaction !== undefined) transaction.maySayTrace = isUncacheable(headers.get('cache-control'))
    const shell = tracer().startSpan('render shell', undefined, outer)
    const rendering = trace.setSpan(outer, shell)
    try {
      const response = await context.with(rendering, () =>
        render(request, statusCode, headers, entryContext, loadContext),
      )
      shell.end()
      transaction?.atEnd.push(spanUntilCalled(outer))
      return response
    } catch (error) {
      const recorded = isFault(error)
        ? error.data
        : recordFault(error, { outcome: 'unhandled', span: shell, context: outer })
      shell.end()
      // React Router renders once more, with the error screen; when that fails too there is nothing left to render with
      if (failedOnce.has(request)) return lastResortPage(shownFor(recorded), new URL(request.url).host)
      failedOnce.add(request)
      throw isFault(error) ? error : faultFor(error, shownFor(recorded), mode)
    }
  }
}

/** What streams after the shell, up to the response's last byte. */
function spanUntilCalled(outer: Context): () => void {
  const span = tracer().startSpan('render stream', undefined, outer)
  return () => span.end()
}
