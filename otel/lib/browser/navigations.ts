import { scrubUrl } from '../scrub-url.ts'
import {
  beginSpan,
  type FetcherEvent,
  type NavigationEvent,
  nowMs,
  type OpenSpan,
  type Recorder,
  type RequestEvent,
  type RouteMatch,
  type RouterState,
  readNavigationTiming,
  type StateEvent,
} from './recorder.ts'
import type { Signals, SpanDetails } from './signals.ts'

const notFoundRoute = '/404'

interface Navigation {
  readonly span: OpenSpan
  readonly name: string
  /** The `.data` requests for what is shown in the end; they are named by its route. */
  readonly data: SpanDetails[]
  status: number | undefined
  redirects: number
  target: object | undefined
  matches: readonly RouteMatch[] | undefined
}

/** What the page load's end needs to know of what the router showed first. */
export interface ShownPage {
  pattern: string | undefined
  errorType: string | undefined
}

/**
 * Names navigations, revalidations and fetchers, and decides their stamps and the page load's. The route comes from what the
 * router shows in the end: the pattern that its instrumentation reports is from before discovery and redirects.
 */
export function recordNavigations(
  recorder: Recorder,
  signals: Signals,
  { pageLoad, allowedParams }: { pageLoad: OpenSpan; allowedParams: readonly string[] },
) {
  const shown: ShownPage = { pattern: undefined, errorType: undefined }
  let open: Navigation | undefined

  /** With a state it has ended as it should; without, something else has taken its place. */
  const finish = (atMs: number, matches: readonly RouteMatch[], state?: RouterState) => {
    if (!open) return
    const { span, name, data, redirects, status: dataStatus } = open
    open = undefined
    const pattern = patternOf(matches)
    const errors = state?.errors ?? null
    const status = dataStatus ?? statusOf(errors)
    const route = status === 404 ? notFoundRoute : pattern
    for (const details of data) {
      details.name += ` ${pattern}`
      details.attributes['url.template'] = pattern
    }
    const errorType = errorTypeOf(status, errors)
    const attributes = {
      'url.template': pattern,
      'url.full': scrubUrl(location.href, allowedParams),
      'browser.navigation.type': state?.historyAction.toLowerCase(),
      'error.type': errorType,
      'errata.navigation.redirects': redirects || undefined,
      'errata.incomplete': !state || undefined,
    }
    signals.decide(span.transaction, route, status)
    const end = (endMs: number) =>
      signals.end(span, { name: `${name} ${route}`, attributes, failed: errorType !== undefined, endMs })
    if (!state) return end(atMs)
    afterPaint(endMs => {
      recordPhases(signals, span, { idleAtMs: atMs, endMs })
      end(endMs)
    }, atMs)
  }

  const interrupt = (atMs: number) => finish(atMs, open?.matches ?? [])

  signals.onHide.push(() => {
    for (const now of painting) now()
    interrupt(nowMs())
  })

  return {
    shown,
    isOpen: () => open !== undefined,

    navigation({ span, name, atMs }: NavigationEvent): void {
      interrupt(atMs)
      open = { span, name, data: [], status: undefined, redirects: 0, target: undefined, matches: undefined }
    },

    state({ state, done, atMs }: StateEvent): void {
      if (!pageLoad.transaction.decided) {
        const status = readNavigationTiming()?.responseStatus || statusOf(state.errors)
        shown.pattern = patternOf(state.matches)
        shown.errorType = errorTypeOf(status, state.errors)
        signals.decide(pageLoad.transaction, status === 404 ? notFoundRoute : shown.pattern, status)
      }
      if (!open) return
      if (done) {
        finish(atMs, state.matches, state)
        return
      }
      const target = state.navigation.location ?? state.location
      if (open.target && open.target !== target) open.redirects++
      open.target = target
      open.matches = state.navigation.matches ?? state.matches
    },

    fetcher({ span, meta, failed, incomplete, atMs }: FetcherEvent): void {
      // Its route may have been discovered on the way.
      const matches = meta && window.__reactRouterDataRouter?.match(meta.url)
      const pattern = matches ? patternOf(matches) : undefined
      const { transaction } = span
      if (transaction.id === span.id) {
        signals.decide(transaction, pattern ?? recorder.page.transaction.route, transaction.status)
      }
      const attributes = { 'url.template': pattern, 'errata.incomplete': incomplete }
      signals.end(span, { name: pattern ? `fetcher ${pattern}` : 'fetcher', attributes, failed, endMs: atMs })
    },

    /** Takes note of a request that the router made. */
    request({ context, status, span }: RequestEvent, details: SpanDetails): void {
      if (context?.type === 'fetcher') span.transaction.status ??= status
      // 202 is how the router's server says that a redirect follows: that request was not for the route shown in the end.
      else if (context && context.type !== 'manifest' && open && span.parentId === open.span.id && status !== 202) {
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
    .map(({ startTime, duration }) => [timeOrigin + startTime, timeOrigin + startTime + duration] as const)
  const phase = (name: string, fromMs: number, toMs: number) =>
    toMs > fromMs && signals.end(beginSpan(span, fromMs), { name, attributes: {}, endMs: toMs })
  if (modules.length > 0) {
    phase('modules', Math.min(...modules.map(([from]) => from)), Math.max(...modules.map(([, to]) => to)))
  }
  phase('commit', idleAtMs, endMs)
}

/** The full nested pattern with a leading slash, as `/shop/items/:id`. */
function patternOf(matches: readonly RouteMatch[]): string {
  return slashed(matches.map(({ route }) => route.path ?? '').join('/'))
}

const slashed = (pattern: string) => `/${pattern}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')

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
