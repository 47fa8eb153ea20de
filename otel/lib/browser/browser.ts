import type { ClientInstrumentation } from 'react-router'
import { type ErrorHooks, hookErrors } from './entry/hook-errors.ts'
import { hookFetch, type RouterFetch } from './entry/hook-fetch.ts'
import { hookRouter } from './entry/hook-router.ts'
import type { BrowserOptions } from './entry/options.ts'
import { postOnEarlyUnload } from './entry/post-on-early-unload.ts'
import { createRecorder } from './entry/recorder.ts'

export { headSnippet } from '../head-snippet.ts'
export type { BrowserOptions, OutgoingRecord } from './entry/options.ts'

/** What an app's `entry.client.tsx` passes to React Router and React. */
export interface BrowserHooks extends ErrorHooks {
  /** For `<HydratedRouter instrumentations>`. */
  readonly instrumentations: ClientInstrumentation[]
  /** For `<HydratedRouter unstable_fetch>`. */
  readonly fetch: RouterFetch
  /** Call it when the router exists, before React Router 7.15, which has no instrumentation. */
  watch(): void
}

/** Replaced at build by the Vite plugin. */
declare const __ERRATA_RELEASE__: string | undefined

declare global {
  interface Window {
    /** For the error screen of ../react-router: the trace of the latest navigation, before the first one that of the page. */
    __errataPage?: () => string
    /** The hooks of the first call of `startBrowser`, from any copy of this package. */
    __errataHooks?: BrowserHooks
  }
}

/**
 * Starts the browser's telemetry. Call it first in `entry.client.tsx`; a second call returns the same hooks, and merges its options. It
 * hooks React and the router at once and issues ids; the code that creates signals and sends them is loaded when the browser is idle.
 */
export function startBrowser(options: BrowserOptions = {}): BrowserHooks {
  try {
    // The Vite plugin may have started it already: then these options are merged. Hooking hooks would double every signal.
    Object.assign(givenOptions, options)
    if (isSupported()) {
      window.__errataHooks ??= start(givenOptions)
      return window.__errataHooks
    }
  } catch {}
  // The app continues without telemetry.
  return { onError() {}, rootOptions: {}, instrumentations: [], fetch: request => fetch(request), watch() {} }
}

/** Chrome 97, Firefox 104 and Safari 15.4 have both, and all else that we need; in an older browser nothing is hooked or sent. */
const isSupported = () => 'findLast' in Array.prototype && 'reportError' in window

/** The options of all calls, and by default the release that the Vite plugin writes. Its users read them when they need them. */
const givenOptions: BrowserOptions = { release: typeof __ERRATA_RELEASE__ === 'string' ? __ERRATA_RELEASE__ : '' }

function start(options: BrowserOptions): BrowserHooks {
  const nativeFetch = window.fetch
  const recorder = createRecorder(options)
  window.__errataPage = () => recorder.page.transaction.traceId
  const errors = hookErrors(recorder)
  const { instrumentation, watch, ...requests } = hookRouter(recorder)
  const fetch = hookFetch(recorder, options, requests)
  postOnEarlyUnload(recorder, options, nativeFetch.bind(window))

  let isAgentLoading = false
  // Vite reports an import that fails to the whole page, and many apps reload it then: missing telemetry must not do that.
  window.addEventListener('vite:preloadError', event => isAgentLoading && event.stopImmediatePropagation())

  // After the first paint, at the latest after two seconds: the page's content comes first.
  const whenIdle = window.requestIdleCallback ?? setTimeout
  const load = () =>
    whenIdle(
      () => {
        isAgentLoading = true
        import('./agent/agent.ts')
          .then(({ startAgent }) => startAgent(recorder, options, nativeFetch))
          .catch(recorder.onFault)
          .finally(() => {
            isAgentLoading = false
          })
      },
      { timeout: 2_000 },
    )
  // A page that the browser prerenders may never be shown: until it is, it is no visit.
  if (document.prerendering) document.addEventListener('prerenderingchange', load, { once: true })
  else load()

  return { ...errors, instrumentations: [instrumentation], fetch, watch }
}
