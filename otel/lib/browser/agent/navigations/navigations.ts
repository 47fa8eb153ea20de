import { matchRoutes } from 'react-router'
import { type RouteMatch, type RouterState, redirectStatus } from '../../../react-router/contract.ts'
import { NOT_FOUND_ROUTE } from '../../../semconv.ts'
import {
  beginSpan,
  type FetcherEvent,
  type NavigationEvent,
  nowMs,
  type OpenSpan,
  type Recorder,
  type RequestEvent,
  readNavigationTiming,
  type StateEvent,
  toUnixMs,
} from '../../entry/recorder.ts'
import { routerBasename } from '../../entry/router-basename.ts'
import type { Signals, SpanDetails } from '../../send/signals.ts'

interface Navigation {
  readonly span: OpenSpan
  readonly name: string
  /** The `.data` requests of the final page; they are named by its route. */
  readonly data: SpanDetails[]
  status: number | undefined
  redirects: number
  target: RouterState['location'] | undefined
}

/** What ends the page load: the first state that the router shows. */
export interface ShownPage {
  pattern: string | undefined
  errorType: string | undefined
  /** Called once it is known: after the load event if a route has a hydrating `clientLoader`. */
  whenKnown?: () => void
}

/**
 * Names navigations, revalidations and fetchers, and decides their transactions and the page load's. The route is that of the router's
 * final state, because its instrumentation reports the pattern before discovery and redirects.
 */
export function recordNavigations(recorder: Recorder, signals: Signals) {
  const { pageLoad } = recorder
  const shown: ShownPage = { pattern: undefined, errorType: undefined }
  let open: Navigation | undefined
  /** Failed requests of fetchers by span id: the router treats a server's error as a response. */
  const failures = new Map<string, string>()

  /** With a state it has ended normally; without, it was replaced by something else. */
  const finish = (atMs: number, state?: RouterState) => {
    if (!open) return
    const { span, name, data, redirects, target, status: dataStatus } = open
    open = undefined
    // After an interrupted navigation the URL is still that of the previous page, and its route may not be discovered.
    const pattern = state ? shownPattern(state) : target && routeAt(target.pathname)
    const errors = state?.errors ?? null
    const status = statusOf(errors) ?? dataStatus
    const route = status === 404 ? NOT_FOUND_ROUTE : pattern
    const template = templateOf(pattern)
    for (const details of template ? data : []) {
      details.name += ` ${template}`
      details.attributes['url.template'] = template
    }
    const errorType = errorTypeOf(status, errors)
    const attributes = {
      'url.template': template,
      'url.full': signals.scrub(state || !target ? location.href : location.origin + target.pathname + target.search),
      'browser.navigation.type': state?.historyAction.toLowerCase(),
      'error.type': errorType,
      'errata.navigation.redirects': redirects || undefined,
      'errata.incomplete': !state || undefined,
    }
    signals.decide(span.transaction, route, status)
    const end = (endMs: number) =>
      signals.end(span, { name: route ? `${name} ${route}` : name, attributes, failed: errorType !== undefined, endMs })
    if (!state) return end(atMs)
    afterPaint(endMs => {
      recordPhases(signals, span, { idleAtMs: atMs, endMs })
      end(endMs)
    }, atMs)
  }

  signals.onHide.push(() => {
    for (const now of paintCallbacks) now()
    finish(nowMs())
  })

  return {
    shown,
    isOpen: () => open !== undefined,

    navigation({ span, name, atMs }: NavigationEvent): void {
      finish(atMs)
      open = { span, name, data: [], status: undefined, redirects: 0, target: undefined }
    },

    state({ state, done, atMs }: StateEvent): void {
      if (!pageLoad.transaction.decided) {
        // An error while the page hydrates is shown in place of the document.
        const status = statusOf(state.errors) ?? (readNavigationTiming()?.responseStatus || undefined)
        shown.pattern = shownPattern(state)
        shown.errorType = errorTypeOf(status, state.errors)
        signals.decide(pageLoad.transaction, status === 404 ? NOT_FOUND_ROUTE : shown.pattern, status)
        shown.whenKnown?.()
      }
      if (!open) return
      if (done) {
        finish(atMs, state)
        return
      }
      const target = state.navigation.location ?? state.location
      if (open.target && open.target !== target) open.redirects++
      open.target = target
    },

    /** The page came back from the back/forward cache: a page load of its own, whose trace its requests join. */
    restored(): void {
      const { route, status } = recorder.page.transaction
      const span = beginSpan()
      recorder.page = span
      signals.decide(span.transaction, route, status)
      const attributes = {
        'url.full': signals.scrub(location.href),
        'url.template': templateOf(routeAt(location.pathname)),
        'http.response.status_code': status,
        'browser.navigation.type': 'back_forward_cache',
      }
      const end = (endMs: number) =>
        signals.end(span, { name: route ? `pageload ${route}` : 'pageload', attributes, endMs })
      afterPaint(end, span.startMs)
    },

    fetcher({ span, meta, path, status, incomplete, atMs }: FetcherEvent): void {
      const pathname = meta?.url.pathname ?? path
      // Its route may have been discovered meanwhile.
      const pattern = pathname && routeAt(pathname)
      const { transaction } = span
      const failure = failures.get(span.id)
      failures.delete(span.id)
      if (transaction.id === span.id) {
        signals.decide(transaction, pattern ?? recorder.page.transaction.route, transaction.status)
      }
      const attributes = { 'url.template': templateOf(pattern), 'error.type': failure, 'errata.incomplete': incomplete }
      const failed = status === 'error' || failure !== undefined
      signals.end(span, { name: pattern ? `fetcher ${pattern}` : 'fetcher', attributes, failed, endMs: atMs })
    },

    /** Assigns a request that the router made. */
    request({ context, status, span }: RequestEvent, details: SpanDetails): void {
      if (context?.type === 'fetcher') {
        span.transaction.status ??= status
        if (details.failed && span.parentId) failures.set(span.parentId, String(details.attributes['error.type']))
      } else if (
        context &&
        context.type !== 'manifest' &&
        open &&
        span.parentId === open.span.id &&
        status !== redirectStatus
      ) {
        open.data.push(details)
        // A route's own request may fail beside that of the others.
        open.status = Math.max(open.status ?? 0, status ?? 0) || undefined
      }
    },
  }
}

/** Records the loading of route modules, and React's work from the router's last state to the paint. */
function recordPhases(
  signals: Signals,
  span: OpenSpan,
  { idleAtMs, endMs }: { idleAtMs: number; endMs: number },
): void {
  const modules = performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.endsWith('.js') && toUnixMs(startTime) >= span.startMs)
  const phase = (name: string, fromMs: number, toMs: number) =>
    toMs > fromMs && signals.end(beginSpan(span, fromMs), { name, attributes: {}, endMs: toMs })
  // Infinity if there are none.
  const firstMs = Math.min(...modules.map(({ startTime }) => startTime))
  const lastMs = Math.max(...modules.map(({ startTime, duration }) => startTime + duration))
  phase('modules', toUnixMs(firstMs), toUnixMs(lastMs))
  phase('commit', idleAtMs, endMs)
}

/** The route of a path, as far as the router has discovered it. */
export function routeAt(pathname: string): string | undefined {
  const router = window.__reactRouterDataRouter
  const matches = router && matchRoutes(router.routes, pathname, router.basename)
  return matches ? patternOf(matches) : undefined
}

/** If the route of a page cannot be discovered, as in a browser that is offline, the router shows an error in the root, which is no home page. */
const shownPattern = ({ errors, location, matches }: RouterState) =>
  errors ? routeAt(location.pathname) : patternOf(matches)

/** A pattern with the router's basename, as in the server's `http.route`. */
export function templateOf(pattern: string | undefined): string | undefined {
  const basename = routerBasename()
  return pattern && basename ? basename + pattern.replace(/^\/$/, '') : pattern
}

/** The full nested pattern with a leading slash, such as `/shop/items/:id`. */
function patternOf(matches: readonly RouteMatch[]): string {
  const pattern = matches.map(({ route }) => route.path).join('/')
  return `/${pattern}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')
}

/** Status of the first error that is a response, such as a thrown `data(…, { status: 404 })`. */
function statusOf(errors: RouterState['errors']): number | undefined {
  for (const error of Object.values(errors ?? {})) {
    if (typeof error === 'object' && error && 'status' in error && typeof error.status === 'number') return error.status
  }
  return undefined
}

/** `error.type` of a page that shows an error, or whose loader or action returned a 5xx; responses below 500 are none. */
function errorTypeOf(status = 0, errors: RouterState['errors']): string | undefined {
  const error = Object.values(errors ?? {})[0]
  if (status >= 400 && status < 500) return undefined
  if (error instanceof Error) return error.name
  return status >= 500 ? String(status) : error === undefined ? undefined : String(status || typeof error)
}

/** Callbacks that wait for a paint; they are called at once when the page is hidden. */
const paintCallbacks = new Set<() => void>()

/** Calls back with the time of the next paint, or after a second without one. */
function afterPaint(callback: (atMs: number) => void, idleAtMs: number): void {
  const finish = (atMs: number) => {
    if (paintCallbacks.delete(now)) callback(atMs)
  }
  const now = () => finish(nowMs())
  paintCallbacks.add(now)
  if (nowMs() - idleAtMs > 1_000 || document.visibilityState === 'hidden') {
    finish(idleAtMs)
    return
  }
  const timer = setTimeout(finish, 1_000, idleAtMs)
  requestAnimationFrame(() => {
    clearTimeout(timer)
    setTimeout(now)
  })
}
