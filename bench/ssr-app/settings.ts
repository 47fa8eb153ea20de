import type { HandleDocumentRequestFunction, HandleErrorFunction, ServerInstrumentation } from 'react-router'

/** What is started beside the app: nothing, ours, OpenTelemetry's own set-up, or Sentry's React Router SDK. */
export type Variant = 'none' | 'errata' | 'stock' | 'sentry'

export interface Settings {
  readonly variant: Variant
  /** Where telemetry goes. */
  readonly sinkUrl: string
  readonly buildDir: string
}

/** What the server tells its parent first. */
export interface Listening {
  /** The same app on one port, or, for ours, two: past the telemetry and with all of it. */
  readonly ports: readonly number[]
}

/** What its parent asks for then: processor time used so far (answers to both starts too), or the profile. */
export type Order = 'cpu' | 'start profile' | 'stop profile'

export const readSettings = (): Settings => JSON.parse(process.env['SSR_SETTINGS'] ?? '{}')

/** As much of Sentry's SDK as is used here: it is installed only for the measurement, so its own types may be missing. */
interface Sentry {
  init(options: Readonly<Record<string, string | number>>): void
  createSentryHandleRequest(parts: Readonly<Record<string, unknown>>): HandleDocumentRequestFunction
  createSentryHandleError(options: { readonly logErrors: boolean }): HandleErrorFunction
  createSentryServerInstrumentation(): ServerInstrumentation
}

export const loadSentry = (): Promise<Sentry> => import(new URL('../peers/sentry.js', import.meta.url).href)
