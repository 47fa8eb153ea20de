import type { ClientInstrumentation } from 'react-router'
import { nowMs, type Recorder, type SpanRecord } from './recorder.ts'
import type { RouterRequests } from './requests.ts'

/** What we read of the data router that `<HydratedRouter>` leaves on the window. */
interface RouterState {
  readonly initialized: boolean
  readonly historyAction: string
  readonly location: object
  readonly matches: readonly Match[]
  readonly navigation: {
    readonly state: string
    readonly location?: object | undefined
    readonly matches?: readonly Match[]
  }
  readonly revalidation: string
  readonly errors: Readonly<Record<string, unknown>> | null
}
interface Match {
  readonly route: { readonly path?: string | undefined }
}
interface DataRouter {
  readonly state: RouterState
  subscribe(listener: (state: RouterState) => void): unknown
}
declare global {
  interface Window {
    __reactRouterDataRouter?: DataRouter
  }
}

const notFoundRoute = '/404'

/**
 * Makes one span, and one transaction, for every client navigation, revalidation and mutating fetcher, and decides the
 * page load's stamp once the router is idle. The route comes from what the router shows in the end: the pattern that its
 * instrumentation reports is from before discovery and redirects.
 */
export function watchNavigations(recorder: Recorder): {
  instrumentation: ClientInstrumentation
  requests: RouterRequests
} {
  const { guard } = recorder
  const pageLoad = recorder.page
  const fetchers = new Map<string, SpanRecord>()
  let mutation: SpanRecord | undefined
  let open: SpanRecord | undefined
  let openData: SpanRecord[] = []
  let dataStatus: number | undefined
  let redirects = -1
  let target: object | undefined
  let location: object | undefined
  let popAtMs: number | undefined

  const begin = (name: string, startMs?: number) => {
    if (open) interrupt()
    openData = []
    dataStatus = target = undefined
    redirects = -1
    open = recorder.page = recorder.start(name, undefined, false, startMs)
    return open
  }

  const finish = (matches: readonly Match[], errors: RouterState['errors'] = null) => {
    const span = open
    if (!span) return
    open = undefined
    const pattern = patternOf(matches)
    const status = dataStatus ?? statusOf(errors)
    const route = status === 404 ? notFoundRoute : pattern
    for (const named of [span, ...openData]) {
      named.name += ` ${route}`
      named.attributes['url.template'] = pattern
    }
    if (redirects > 0) span.attributes['errata.navigation.redirects'] = redirects
    markFailed(span, status, errors)
    recorder.decide(span.transaction, route, status)
    return span
  }

  const interrupt = () => {
    const span = finish(window.__reactRouterDataRouter?.state.navigation.matches ?? [])
    if (!span) return
    span.attributes['errata.incomplete'] = true
    recorder.end(span)
  }

  const onState = guard((state: RouterState) => {
    if (!state.initialized) return
    if (!pageLoad.transaction.decided) {
      const status = pageStatus() ?? statusOf(state.errors)
      pageLoad.attributes['url.template'] = patternOf(state.matches)
      markFailed(pageLoad, status, state.errors)
      recorder.decide(pageLoad.transaction, status === 404 ? notFoundRoute : patternOf(state.matches), status)
    }
    const navigating = state.navigation.state !== 'idle'
    const moved = location !== undefined && state.location !== location
    if (navigating || state.revalidation !== 'idle') {
      if (!open) begin(navigating ? 'navigation' : 'revalidation', popAtMs)
      const towards = state.navigation.location ?? state.location
      if (target !== towards) redirects++
      target = towards
    } else if (open ? target || moved : moved) {
      if (!open) begin('navigation', popAtMs)
      if (open) open.attributes['browser.navigation.type'] = state.historyAction.toLowerCase()
      const span = finish(state.matches, state.errors)
      if (span) afterPaint(guard(() => recorder.end(span)))
    }
    popAtMs = undefined
    location = state.location
  })

  const watchRouter = guard(() => {
    const router = window.__reactRouterDataRouter
    if (!router) return
    router.subscribe(onState)
    onState(router.state)
  })

  // Before the router's own listener, which is added when the router is made: its first state change comes from within.
  window.addEventListener('popstate', () => (popAtMs = nowMs()), true)
  recorder.onHide.push(interrupt)

  return {
    instrumentation: {
      router({ instrument }) {
        queueMicrotask(watchRouter)
        instrument({
          async navigate(call, { to }) {
            if (typeof to === 'number') return void (await call())
            const before = recorder.page
            const span = guard(begin)('navigation')
            await call()
            // Nothing has moved: the navigation was blocked.
            if (span && open === span && !target) {
              open = undefined
              recorder.page = before
            }
          },
          async fetch(call, { fetcherKey, formMethod }) {
            const mutates = formMethod !== undefined && formMethod.toUpperCase() !== 'GET'
            const span = recorder.start('fetcher', mutates ? undefined : recorder.parent())
            fetchers.set(fetcherKey, span)
            if (mutates) mutation = span
            const { meta, status } = await call()
            guard(() => {
              if (fetchers.get(fetcherKey) === span) fetchers.delete(fetcherKey)
              if (mutation === span) mutation = undefined
              const pattern = meta?.pattern ? slashed(meta.pattern) : undefined
              if (pattern) span.name += ` ${pattern}`
              span.attributes['url.template'] = pattern
              if (status === 'error') span.failed = true
              const { transaction } = span
              if (transaction.id === span.id) {
                recorder.decide(transaction, pattern ?? pageLoad.transaction.route, transaction.status)
              }
              recorder.end(span)
            })()
          },
        })
      },
    },
    requests: {
      parentOf({ type, ...context }) {
        if (type === 'manifest') return open
        const fetcher = 'fetcherKey' in context && context.fetcherKey ? fetchers.get(context.fetcherKey) : undefined
        // What is loaded again after a fetcher's action comes without the fetcher's key.
        return fetcher ?? (type === 'fetcher' ? mutation : open) ?? recorder.parent()
      },
      onResponse({ type }, status, span) {
        if (type === 'manifest') span.name = 'discovery'
        else if (type === 'fetcher') span.transaction.status ??= status
        else if (open && span.parentId === open.id) {
          // 202 is how the router's server says that a redirect follows: the request was not for the route shown in the end.
          if (status === 202) return
          openData.push(span)
          dataStatus = status
        }
      },
    },
  }
}

/** The full nested pattern with a leading slash, as `/shop/items/:id`. */
function patternOf(matches: readonly Match[]): string {
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

function pageStatus(): number | undefined {
  const [entry] = performance.getEntriesByType('navigation')
  return (entry instanceof PerformanceNavigationTiming && entry.responseStatus) || undefined
}

function markFailed(span: SpanRecord, status: number | undefined, errors: RouterState['errors']): void {
  const error = Object.values(errors ?? {})[0]
  if (!error || (status !== undefined && status < 500)) return
  span.failed = true
  span.attributes['error.type'] =
    status === undefined && error instanceof Error ? error.name : String(status ?? 'error')
}

/** Calls back after the next frame has been painted, or after a second where nothing is painted. */
function afterPaint(callback: () => void): void {
  const timer = setTimeout(callback, 1_000)
  requestAnimationFrame(() => {
    clearTimeout(timer)
    setTimeout(callback)
  })
}
