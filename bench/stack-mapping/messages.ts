/** Messages of the measured server. */
export type Answer = { readonly port: number } | Delays

/** How long the event loop was blocked. */
export interface Delays {
  readonly maxMs: number
  readonly p99Ms: number
}
