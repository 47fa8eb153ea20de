import type { ClientInstrumentation } from 'react-router'
import type { unstable_RouterFetchContext as RouterFetchContext } from 'react-router/dom'
import {
  beginSpan,
  type FetcherEvent,
  nowMs,
  type OpenSpan,
  type Recorder,
  type RouteMatch,
  type RouterState,
  type SpanReference,
} from './recorder.ts'

declare global {
  interface Window {
    /** Left there by `<HydratedRouter>`. */
    __reactRouterDataRouter?: {
      readonly state: RouterState
      subscribe(listener: (state: RouterState) => void): unknown
      match(location: { readonly pathname: string }): readonly RouteMatch[] | null
    }
  }
}

/**
 * Begins a span for every client navigation, revalidation and fetcher. Back, forward and redirects never reach the router's
 * instrumentation, so its state is watched as well.
 *
 * @returns The instrumentation, and what each of the router's own requests belongs to.
 */
export function hookRouter(recorder: Recorder): {
  instrumentation: ClientInstrumentation
  parentOf: (context: RouterFetchContext) => SpanReference | undefined
} {
  const { guard } = recorder
  const fetchers = new Map<string, OpenSpan>()
  let mutation: OpenSpan | undefined
  let open: OpenSpan | undefined
  /** A navigation that was asked for; a blocker may keep it from taking place. */
  let asked: OpenSpan | undefined
  /** What the router shows, or is on the way to. */
  let target: object | undefined

  const onState = guard((state: RouterState) => {
    const { initialized, location, navigation, revalidation } = state
    if (!initialized) return
    const next = navigation.location ?? location
    const moved = target && next !== target
    const working = navigation.location || revalidation !== 'idle'
    target = next
    // A new target while one is open is a redirect, unless it was asked for or is a step in the history.
    if (moved ? asked || !open || navigation.historyAction === 'POP' : !open && working) {
      open = recorder.page = (moved && asked) || beginSpan()
      asked = undefined
      const name = moved || navigation.location ? 'navigation' : 'revalidation'
      recorder.emit({ type: 'navigation', span: open, name, atMs: open.startMs })
    }
    const done = !!open && !working
    recorder.emit({ type: 'state', state, done, atMs: nowMs() })
    if (done) open = undefined
  })

  const instrumentation: ClientInstrumentation = {
    router({ instrument }) {
      queueMicrotask(() => {
        const router = window.__reactRouterDataRouter
        router?.subscribe(onState)
        if (router) onState(router.state)
      })
      instrument({
        async navigate(call, { to }) {
          // A step in the history comes back as a popstate.
          const span = typeof to === 'number' ? undefined : beginSpan()
          asked = span
          await call()
          if (asked === span) asked = undefined
        },
        async fetch(call, { fetcherKey, formMethod = 'get' }) {
          const mutates = formMethod.toLowerCase() !== 'get'
          const span = beginSpan(mutates ? undefined : recorder.parent())
          const event: FetcherEvent = { type: 'fetcher', span, atMs: 0 }
          recorder.running.add(event)
          fetchers.set(fetcherKey, span)
          if (mutates) mutation = span
          const { meta, status } = await call()
          if (fetchers.get(fetcherKey) === span) fetchers.delete(fetcherKey)
          if (mutation === span) mutation = undefined
          recorder.running.delete(event)
          guard(recorder.emit)({ ...event, meta, failed: status === 'error', atMs: nowMs() })
        },
      })
    },
  }

  return {
    instrumentation,
    parentOf(context) {
      // Only the discovery that a navigation waits for; the router also fetches ahead.
      if (context.type === 'manifest') return open
      // What is loaded again after a fetcher's action comes without the fetcher's key.
      return fetchers.get(context.fetcherKey ?? '') ?? (context.type === 'fetcher' ? mutation : open) ?? recorder.page
    },
  }
}
