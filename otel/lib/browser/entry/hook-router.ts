import type { ClientInstrumentation } from 'react-router'
import type { FetcherOptions, RouterFetchContext, RouterState } from '../../react-router/contract.ts'
import { dataSuffix, manifestSuffix, pagePathOf } from '../../router-paths.ts'
import {
  beginSpan,
  type FetcherEvent,
  type HandlerEvent,
  nowMs,
  type OpenSpan,
  type PageEvent,
  type Recorder,
  type SpanReference,
} from './recorder.ts'
import { routerBasename } from './router-basename.ts'

/** The router's result of a call. */
interface RouterCallResult {
  readonly status: 'success' | 'error'
  readonly error?: unknown
  readonly meta?: { readonly url: URL } | undefined
}

/**
 * Starts a span for every client navigation, revalidation and fetcher, and for the route functions that they run in the browser. Back,
 * forward and redirects do not reach the router's instrumentation, so its state is watched too.
 *
 * @returns The instrumentation, and the parents of the router's own requests.
 */
export function hookRouter(recorder: Recorder): {
  instrumentation: ClientInstrumentation
  /** For a router without instrumentation: call it once it exists. */
  watch: () => void
  parentOf: (context: RouterFetchContext) => SpanReference | undefined
  /** The purpose of a request before React Router 8.5, as far as its URL and what is in progress tell; `undefined` for the app's own. */
  contextOf: (url: URL, init?: RequestInit) => RouterFetchContext | undefined
} {
  const { guard } = recorder
  const { running } = recorder
  let open: OpenSpan | undefined
  /** A requested navigation, which a blocker may prevent. */
  let requested: OpenSpan | undefined
  /** The location that the router shows, or navigates to. */
  let target: RouterState['location'] | undefined
  let isInstrumented = false

  const onState = guard((state: RouterState) => {
    const { initialized, location, navigation, revalidation } = state
    if (!initialized) return
    const next = navigation.location ?? location
    const moved = target && next !== target
    const working = navigation.location || revalidation !== 'idle'
    target = next
    // A new target while a navigation is open is a redirect, unless it was requested or is a history step.
    if (moved ? requested || !open || navigation.historyAction === 'POP' : !open && working) {
      open = recorder.page = (moved && requested) || beginSpan()
      requested = undefined
      const name = moved || navigation.location ? 'navigation' : 'revalidation'
      recorder.emit({ type: 'navigation', span: open, name, atMs: open.startMs })
    }
    const done = !!open && !working
    recorder.emit({ type: 'state', state, done, atMs: nowMs() })
    if (done) open = undefined
  })

  /** The newest open fetcher that matches. */
  const fetcherThat = (is: (fetcher: FetcherEvent) => boolean | undefined) =>
    [...running].findLast((event): event is FetcherEvent => event.type === 'fetcher' && is(event) === true)
  const mutation = () => fetcherThat(({ mutates }) => mutates)?.span
  const pathOf = guard((href: string) => new URL(href, location.href).pathname)
  /** Handlers of a fetcher do not know its key, but its URL. */
  const parentOfHandler = (url: string) => {
    const goal = pathOf(url)
    return fetcherThat(({ path }) => path === goal)?.span ?? open ?? mutation() ?? recorder.page
  }

  const emit = guard((event: PageEvent) => recorder.emit({ ...event, atMs: nowMs() }))
  /** Records the router's result. */
  const track = async (event: FetcherEvent | HandlerEvent, call: () => Promise<RouterCallResult>) => {
    running.add(event)
    const outcome = await call()
    running.delete(event)
    emit({ ...outcome, ...event })
  }

  const trackFetcher = async (
    call: () => Promise<RouterCallResult>,
    key: string,
    href: string,
    { formMethod = 'get' }: FetcherOptions = {},
  ) => {
    const mutates = formMethod.toLowerCase() !== 'get'
    const span = beginSpan(mutates ? undefined : recorder.parent())
    // An absolute one is without the basename.
    const path = pathOf(href.startsWith('/') ? routerBasename() + href : href)
    await track({ type: 'fetcher', span, key, path, mutates, atMs: 0 }, call)
  }

  let isWatching = false
  const watch = () => {
    const router = window.__reactRouterDataRouter
    if (!router || isWatching) return
    isWatching = true
    if (!isInstrumented) {
      const { fetch } = router
      router.fetch = (key, routeId, href, options) => {
        const call = async () => {
          await fetch(key, routeId, href, options)
          return { status: 'success' } as const
        }
        return trackFetcher(call, key, href ?? '', options)
      }
    }
    router.subscribe(onState)
    onState(router.state)
  }

  const instrumentation: ClientInstrumentation = {
    route({ id, instrument }) {
      const watch =
        (kind: 'Action' | 'Loader' | 'Middleware') =>
        async (call: () => Promise<RouterCallResult>, { request }: { request: { url: string } }) => {
          if (!window.__reactRouterManifest?.routes[id]?.[`hasClient${kind}`]) return void (await call())
          const span = beginSpan(parentOfHandler(request.url))
          await track({ type: 'handler', span, kind: `client${kind}`, routeId: id, atMs: 0 }, call)
        }
      instrument({ action: watch('Action'), loader: watch('Loader'), middleware: watch('Middleware') })
    },
    router({ instrument }) {
      isInstrumented = true
      queueMicrotask(watch)
      instrument({
        async navigate(call, { to }) {
          // A history step arrives as a popstate event.
          const span = typeof to === 'number' ? undefined : beginSpan()
          requested = span
          await call()
          if (requested === span) requested = undefined
        },
        fetch: (call, { fetcherKey, href, ...options }) => trackFetcher(call, fetcherKey, href, options),
      })
    },
  }

  return {
    instrumentation,
    watch: guard(watch),
    parentOf(context) {
      // Only the discovery for which a navigation waits; the router also fetches ahead.
      if (context.type === 'manifest') return open
      // Revalidations after a fetcher's action do not have the fetcher's key.
      const fetcher = fetcherThat(({ key }) => key === context.fetcherKey)?.span
      return fetcher ?? (context.type === 'fetcher' ? mutation() : open) ?? recorder.page
    },
    contextOf({ origin, pathname, searchParams }, init) {
      if (origin !== location.origin) return undefined
      if (pathname.endsWith(manifestSuffix)) return { type: 'manifest' }
      if (!pathname.endsWith(dataSuffix)) return undefined
      const goal = bare(pagePathOf(pathname, routerBasename()))
      const mutates = (init?.method ?? 'GET') !== 'GET'
      // A fetcher asks for one route; a navigation asks for its whole page, unless some routes have what they need.
      const fetcher =
        mutates || searchParams.has('_routes')
          ? fetcherThat(({ path, mutates: does }) => does === mutates && path !== undefined && bare(path) === goal)
          : undefined
      const isNavigation = !fetcher && open && target && bare(target.pathname) === goal
      return { type: isNavigation ? 'navigation' : 'fetcher', fetcherKey: fetcher?.key ?? null }
    },
  }
}

/** Before React Router 8 a request for data has no final slash where its page has one. */
const bare = (path: string) => path.replace(/\/$/, '')
