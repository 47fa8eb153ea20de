import type { ClientInstrumentation } from 'react-router'
import { reactErrorHandlers, reportExceptions, routerErrorHandler, watchUncaughtErrors } from './exceptions.ts'
import { watchNavigations } from './navigations.ts'
import { createRecorder } from './recorder.ts'
import { type RouterFetch, watchFetch } from './requests.ts'

export { headSnippet } from './head-snippet.ts'

export interface BrowserOptions {
  /** Path or URL below which `/v1/traces` and `/v1/logs` take OTLP/JSON. Default `/otlp`. */
  readonly endpoint?: string
  /** `service.name` for an endpoint that does not set it itself, as the relay does. Default `browser`. */
  readonly serviceName?: string
  /** `service.version`. Default: what the Vite plugin was given. */
  readonly release?: string
  /** `deployment.environment.name`. Unset by default. */
  readonly environment?: string
  /** Other origins, as `https://api.example.com`, whose requests are traced and get a `traceparent` header. None by default. */
  readonly traceOrigins?: readonly string[]
  /** Query parameters whose values may be stored. None by default. */
  readonly allowedParams?: readonly string[]
}

/** What an app's `entry.client.tsx` hands to React Router and React. */
export interface BrowserHooks {
  /** For `<HydratedRouter instrumentations>`. */
  readonly instrumentations: ClientInstrumentation[]
  /** For `<HydratedRouter onError>`. */
  readonly onError: ReturnType<typeof routerErrorHandler>
  /** For `<HydratedRouter unstable_fetch>`. */
  readonly fetch: RouterFetch
  /** For `hydrateRoot`'s third argument. */
  readonly rootOptions: ReturnType<typeof reactErrorHandlers>
}

declare const __ERRATA_RELEASE__: string | undefined

/**
 * Starts the browser's telemetry. Call it first thing in `entry.client.tsx`, once. It takes React's and the router's hooks
 * at once and issues ids; what sends is loaded when the browser is idle.
 */
export function startBrowser(options: BrowserOptions = {}): BrowserHooks {
  const recorder = createRecorder()
  const nativeFetch = window.fetch
  const reports = reportExceptions(recorder)
  const pageLoad = recorder.page
  watchUncaughtErrors(recorder, reports)
  const { instrumentation, requests } = watchNavigations(recorder)
  const { traceOrigins = [], allowedParams = [] } = options
  const routerFetch = watchFetch(recorder, { traceOrigins, allowedParams }, requests)
  // Replaced at build by the Vite plugin.
  const release = typeof __ERRATA_RELEASE__ === 'string' ? __ERRATA_RELEASE__ : ''

  whenIdle(() => {
    import('./agent.ts').then(
      ({ startAgent }) =>
        recorder.guard(startAgent)(recorder, { options: { release, ...options }, pageLoad, nativeFetch }),
      fault => recorder.faults.push(fault),
    )
  })

  return {
    instrumentations: [instrumentation],
    onError: routerErrorHandler(recorder, reports),
    fetch: routerFetch,
    rootOptions: reactErrorHandlers(recorder, reports),
  }
}

/** After the first paint, at latest after two seconds: what is on the page comes first. */
function whenIdle(load: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(load, { timeout: 2_000 })
  else setTimeout(load, 200)
}
