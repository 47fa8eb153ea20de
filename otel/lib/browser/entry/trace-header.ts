import type { BrowserOptions } from './options.ts'
import type { Recorder } from './recorder.ts'

export type TraceTargets = Pick<BrowserOptions, 'traceOrigins' | 'noTraceparentPaths'>

/** True for the page's own origin and those that the app allows: each of their requests is a span. */
export const isTracedOrigin = ({ origin }: URL, { traceOrigins = [] }: TraceTargets) =>
  origin === location.origin || traceOrigins.includes(origin)

/**
 * Whether a request may carry our `traceparent`. If the answer is a redirect to another origin, a browser asks that one first whether it may
 * send the header, and the request fails if it may not: so not where the app says so, nor where a request that carried it has failed.
 */
export const maySendTrace = (url: URL, { failedWithTrace }: Recorder, targets: TraceTargets) =>
  isTracedOrigin(url, targets) &&
  !failedWithTrace.has(addressOf(url)) &&
  !targets.noTraceparentPaths?.some(path => `${url.pathname}/`.startsWith(`${path.replace(/\/$/, '')}/`))

/** Remembers until the page is loaded again that a request with our header got no response. The browser does not tell why. */
export function rememberFailed(url: URL, { failedWithTrace }: Recorder): void {
  // Offline, every request fails.
  if (navigator.onLine !== false) failedWithTrace.add(addressOf(url))
}

const addressOf = ({ origin, pathname }: URL) => origin + pathname
