import type { HandleDocumentRequestFunction, HandleErrorFunction, ServerInstrumentation } from 'react-router'

/**
 * What is started with the app: nothing, ours, OpenTelemetry's own setup, Sentry's React Router SDK, or OpenTelemetry's SDK with as many
 * spans and logs as ours.
 */
export type TelemetryVariant = 'none' | 'errata' | 'stock' | 'sentry' | 'bare'

export interface SsrAppSettings {
  readonly variant: TelemetryVariant
  /** Target of the telemetry. */
  readonly sinkUrl: string
  readonly buildDir: string
}

/** The server's first message to its parent. */
export interface ListeningMessage {
  /** The same app on one port, or, for ours, two: without and with the telemetry. */
  readonly ports: readonly number[]
}

/** Requests of its parent: processor time used so far (also the reply to both starts), or the profile. */
export type ParentRequest = 'cpu' | 'start profile' | 'stop profile'

export const readSettings = (): SsrAppSettings => JSON.parse(process.env['SSR_SETTINGS'] ?? '{}')

/** The part of Sentry's SDK that is used here: it is installed only for the benchmark, so its own types may be missing. */
interface Sentry {
  init(options: Readonly<Record<string, string | number>>): void
  createSentryHandleRequest(parts: Readonly<Record<string, unknown>>): HandleDocumentRequestFunction
  createSentryHandleError(options: { readonly logErrors: boolean }): HandleErrorFunction
  createSentryServerInstrumentation(): ServerInstrumentation
}

export const loadSentry = (): Promise<Sentry> => import(new URL('../peers/sentry.js', import.meta.url).href)
