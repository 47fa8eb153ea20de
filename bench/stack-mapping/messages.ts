/** What the measured server tells. */
export type Answer = { readonly port: number } | Delays

/** For how long the event loop was held. */
export interface Delays {
  readonly maxMs: number
  readonly p99Ms: number
}
