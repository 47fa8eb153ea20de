import type { ClientInstrumentation } from 'react-router'
import { type ErrorHooks, hookErrors } from './hook-errors.ts'
import { hookFetch, type RouterFetch } from './hook-fetch.ts'
import { hookRouter } from './hook-router.ts'
import { createRecorder } from './recorder.ts'

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
  /** 0 to 1: which part of the traces is kept, by trace id, as the server decides it. Logs are always kept. Default 1. */
  readonly sampleRatio?: number
  /** `user.id` of whatever is sent from now on; asked for each record. None by default. */
  readonly user?: () => string | undefined
  /**
   * False, or a throw: no `user.id`, no `user_agent.original`, and nothing is kept in the browser's storage. Asked again for
   * all that is sent. Default: true.
   */
  readonly consent?: () => boolean
  /** Sees each span and log last; may change its attributes; false keeps it from being sent, a throw does not. Default: all are sent. */
  readonly beforeSend?: (record: OutgoingRecord) => boolean
}

/** What `beforeSend` sees. */
export interface OutgoingRecord {
  readonly signal: 'span' | 'log'
  /** Of a span its name, of a log its event name. */
  readonly name: string
  readonly attributes: Record<string, unknown>
}

/** What an app's `entry.client.tsx` hands to React Router and React. */
export interface BrowserHooks extends ErrorHooks {
  /** For `<HydratedRouter instrumentations>`. */
  readonly instrumentations: ClientInstrumentation[]
  /** For `<HydratedRouter unstable_fetch>`. */
  readonly fetch: RouterFetch
}

declare const __ERRATA_RELEASE__: string | undefined

declare global {
  interface Window {
    /** For the error screen of ../react-router: the trace of the newest navigation, before the first of the page itself. */
    __errataPage?: () => string
  }
}

/**
 * Starts the browser's telemetry. Call it first thing in `entry.client.tsx`, once. It takes React's and the router's hooks
 * at once and issues ids; what makes signals of them and sends is loaded when the browser is idle.
 */
export function startBrowser(options: BrowserOptions = {}): BrowserHooks {
  try {
    return start(options)
  } catch {
    // The app goes on as it would without us.
    return { onError() {}, rootOptions: {}, instrumentations: [], fetch: request => fetch(request) }
  }
}

function start(options: BrowserOptions): BrowserHooks {
  const nativeFetch = window.fetch
  const recorder = createRecorder()
  const pageLoad = recorder.page
  window.__errataPage = () => recorder.page.transaction.traceId
  const errors = hookErrors(recorder)
  const { instrumentation, parentOf } = hookRouter(recorder)
  const fetch = hookFetch(recorder, options.traceOrigins ?? [], parentOf)
  // Replaced at build by the Vite plugin.
  const release = typeof __ERRATA_RELEASE__ === 'string' ? __ERRATA_RELEASE__ : ''

  // After the first paint, at latest after two seconds: what is on the page comes first.
  const whenIdle = window.requestIdleCallback ?? setTimeout
  whenIdle(
    () =>
      import('./agent.ts')
        .then(({ startAgent }) => startAgent(recorder, { options: { release, ...options }, pageLoad, nativeFetch }))
        .catch(fault => {
          recorder.fault = fault
        }),
    { timeout: 2_000 },
  )

  return { ...errors, instrumentations: [instrumentation], fetch }
}
