import type { ClientInstrumentation } from 'react-router'
import type { unstable_RouterFetchContext as RouterFetchContext } from 'react-router/dom'
import {
  beginSpan,
  type FetcherEvent,
  nowMs,
  type OpenSpan,
  type Recorder,
  type RouterState,
  type SpanReference,
} from './recorder.ts'

declare global {
  interface Window {
    /** Left there by `<HydratedRouter>`. */
    __reactRouterDataRouter?: {
      readonly state: RouterState
      subscribe(listener: (state: RouterState) => void): unknown
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
  let busy = false
  let shown: object | undefined

  const begin = guard((name: string) => {
    open = recorder.page = beginSpan()
    busy = false
    recorder.emit({ type: 'navigation', span: open, name, atMs: open.startMs })
    return open
  })

  const onState = guard((state: RouterState) => {
    const navigating = state.navigation.state !== 'idle'
    const working = navigating || state.revalidation !== 'idle'
    const moved = shown !== undefined && state.location !== shown
    if (!state.initialized) return
    shown = state.location
    if (!open && (working || moved)) begin(navigating || moved ? 'navigation' : 'revalidation')
    if (working) busy = true
    const done = !working && (busy || moved)
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
          const before = recorder.page
          // A step in the history comes back as a popstate.
          const span = typeof to === 'number' ? undefined : begin('navigation')
          await call()
          if (!span || open !== span || busy) return
          open = undefined
          recorder.page = before
          recorder.emit({ type: 'blocked', span, atMs: nowMs() })
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
          guard(recorder.emit)({ ...event, pattern: meta?.pattern, failed: status === 'error', atMs: nowMs() })
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
