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
} from '../../entry/recorder.ts'
import type { Signals, SpanDetails } from '../../send/signals.ts'

interface Navigation {
  readonly span: OpenSpan
  readonly name: string
  /** The `.data` requests for what is shown in the end; they are named by its route. */
  readonly data: SpanDetails[]
  status: number | undefined
  redirects: number
  target: RouterState['location'] | undefined
}

/** What the page load's end needs to know of what the router showed first. */
export interface ShownPage {
  pattern: string | undefined
  errorType: string | undefined
  /** Called once it is known: later than the load event where a route has a `clientLoader` that hydrates. */
  whenKnown?: () => void
}

/**
 * Names navigations, revalidations and fetchers, and decides their transactions and the page load's. The route comes from what the
 * router shows in the end: the pattern that its instrumentation reports is from before discovery and redirects.
 */
export function recordNavigations(recorder: Recorder, signals: Signals) {
  const { pageLoad } = recorder
  const shown: ShownPage = { pattern: undefined, errorType: undefined }
  let open: Navigation | undefined
  /** Of fetchers whose request has failed, by span id: the router takes a server's error for an answer. */
  const failures = new Map<string, string>()

  /** With a state it has ended as it should; without, something else has taken its place. */
  const finish = (atMs: number, state?: RouterState) => {
    if (!open) return
    const { span, name, data, redirects, target, status: dataStatus } = open
    open = undefined
    // Of what was cut short the address still shows the page before, and the route may be none that is discovered.
    const pattern = state ? patternOf(state.matches) : target && routeAt(target.pathname)
    const errors = state?.errors ?? null
    const status = dataStatus ?? statusOf(errors)
    const route = status === 404 ? NOT_FOUND_ROUTE : pattern
    for (const details of pattern ? data : []) {
      details.name += ` ${pattern}`
      details.attributes['url.template'] = pattern
    }
    const errorType = errorTypeOf(status, errors)
    const attributes = {
      'url.template': pattern,
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
    for (const now of painting) now()
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
        const status = readNavigationTiming()?.responseStatus || statusOf(state.errors)
        shown.pattern = patternOf(state.matches)
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

    fetcher({ span, meta, status, incomplete, atMs }: FetcherEvent): void {
      // Its route may have been discovered on the way.
      const pattern = meta && routeAt(meta.url.pathname)
      const { transaction } = span
      const failure = failures.get(span.id)
      failures.delete(span.id)
      if (transaction.id === span.id) {
        signals.decide(transaction, pattern ?? recorder.page.transaction.route, transaction.status)
      }
      const attributes = { 'url.template': pattern, 'error.type': failure, 'errata.incomplete': incomplete }
      const failed = status === 'error' || failure !== undefined
      signals.end(span, { name: pattern ? `fetcher ${pattern}` : 'fetcher', attributes, failed, endMs: atMs })
    },

    /** Takes note of a request that the router made. */
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
        open.status = status || undefined
      }
    },
  }
}

/** The route modules that were fetched meanwhile, and React's work from the router's last word to the paint. */
function recordPhases(
  signals: Signals,
  span: OpenSpan,
  { idleAtMs, endMs }: { idleAtMs: number; endMs: number },
): void {
  const { timeOrigin } = performance
  const modules = performance
    .getEntriesByType('resource')
    .filter(({ name, startTime }) => name.endsWith('.js') && timeOrigin + startTime >= span.startMs)
  const phase = (name: string, fromMs: number, toMs: number) =>
    toMs > fromMs && signals.end(beginSpan(span, fromMs), { name, attributes: {}, endMs: toMs })
  // Of none the first begins at the end of all time.
  const firstMs = Math.min(...modules.map(({ startTime }) => startTime))
  const lastMs = Math.max(...modules.map(({ startTime, duration }) => startTime + duration))
  phase('modules', timeOrigin + firstMs, timeOrigin + lastMs)
  phase('commit', idleAtMs, endMs)
}

/** What a path leads to, as far as the router has discovered it. */
export function routeAt(pathname: string): string | undefined {
  const matches = window.__reactRouterDataRouter?.match({ pathname })
  return matches ? patternOf(matches) : undefined
}

/** The full nested pattern with a leading slash, as `/shop/items/:id`. */
function patternOf(matches: readonly RouteMatch[]): string {
  const pattern = matches.map(({ route }) => route.path).join('/')
  return `/${pattern}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')
}

/** Status of the first error that is a response, as a thrown `data(…, { status: 404 })` is. */
function statusOf(errors: RouterState['errors']): number | undefined {
  for (const error of Object.values(errors ?? {})) {
    if (typeof error === 'object' && error && 'status' in error && typeof error.status === 'number') return error.status
  }
  return undefined
}

/** `error.type` of a page that shows an error; an answer below 500 is none. */
function errorTypeOf(status: number | undefined, errors: RouterState['errors']): string | undefined {
  const error = Object.values(errors ?? {})[0]
  if (error === undefined || (status !== undefined && status >= 400 && status < 500)) return undefined
  return error instanceof Error ? error.name : String(status ?? typeof error)
}

/** What waits for a paint, to be called at once when the page goes away. */
const painting = new Set<() => void>()

/** Calls back with the moment after the next frame has been painted, or at the latest a second later where none is. */
function afterPaint(callback: (atMs: number) => void, idleAtMs: number): void {
  const finish = (atMs: number) => {
    if (painting.delete(now)) callback(atMs)
  }
  const now = () => finish(nowMs())
  painting.add(now)
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
