import type { ClientInstrumentation } from 'react-router'
import { type ErrorHooks, hookErrors } from './entry/hook-errors.ts'
import { hookFetch, type RouterFetch } from './entry/hook-fetch.ts'
import { hookRouter } from './entry/hook-router.ts'
import type { BrowserOptions } from './entry/options.ts'
import { postWhenLeftEarly } from './entry/post-early.ts'
import { createRecorder } from './entry/recorder.ts'
import { loadAgent } from './load-agent.ts'

export { headSnippet } from '../head-snippet.ts'
export type { BrowserOptions, OutgoingRecord } from './entry/options.ts'

/** What an app's `entry.client.tsx` hands to React Router and React. */
export interface BrowserHooks extends ErrorHooks {
  /** For `<HydratedRouter instrumentations>`. */
  readonly instrumentations: ClientInstrumentation[]
  /** For `<HydratedRouter unstable_fetch>`. */
  readonly fetch: RouterFetch
  /** To be called when the router is there, before React Router 7.15, which tells nothing of itself. */
  watch(): void
}

declare const __ERRATA_RELEASE__: string | undefined

declare global {
  interface Window {
    /** For the error screen of ../react-router: the trace of the newest navigation, before the first of the page itself. */
    __errataPage?: () => string
    /** Of the first call of `startBrowser`, whichever copy of this package made it. */
    __errataHooks?: BrowserHooks
  }
}

/**
 * Starts the browser's telemetry. Call it first thing in `entry.client.tsx`; a second call returns the first one's hooks, and its options
 * count from then on. It takes React's and the router's hooks at once and issues ids; what makes signals of them and sends is loaded when
 * the browser is idle.
 */
export function startBrowser(options: BrowserOptions = {}): BrowserHooks {
  try {
    // The Vite plugin may have started it already: then what is given here counts as well. Hooks of hooks would make two of every signal.
    Object.assign(given, options)
    window.__errataHooks ??= start(given)
    return window.__errataHooks
  } catch {
    // The app goes on as it would without us.
    return { onError() {}, rootOptions: {}, instrumentations: [], fetch: request => fetch(request), watch() {} }
  }
}

const given: BrowserOptions = {}

function start(options: BrowserOptions): BrowserHooks {
  const nativeFetch = window.fetch
  const recorder = createRecorder(options)
  window.__errataPage = () => recorder.page.transaction.traceId
  const errors = hookErrors(recorder)
  const { instrumentation, parentOf, watch } = hookRouter(recorder)
  const fetch = hookFetch(recorder, options, parentOf)
  // Replaced at build by the Vite plugin.
  const release = typeof __ERRATA_RELEASE__ === 'string' ? __ERRATA_RELEASE__ : ''

  postWhenLeftEarly(recorder, { release, ...options }, nativeFetch.bind(window))

  // After the first paint, at latest after two seconds: what is on the page comes first.
  const whenIdle = window.requestIdleCallback ?? setTimeout
  whenIdle(
    () =>
      loadAgent()
        .then(({ startAgent }) => startAgent(recorder, { release, ...options }, nativeFetch))
        .catch(recorder.onFault),
    { timeout: 2_000 },
  )

  return { ...errors, instrumentations: [instrumentation], fetch, watch }
}
