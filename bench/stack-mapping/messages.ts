/** Messages of the measured server. */
export type MeasuredServerMessage = { readonly port: number } | EventLoopDelays

/** How long the event loop was blocked. */
export interface EventLoopDelays {
  readonly maxMs: number
  readonly p99Ms: number
}
