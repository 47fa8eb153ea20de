import type { Ns } from '../../../store/units.ts'

/** Values that the filters of every page offer. */
export interface ScopeChoices {
  /** When they were read, Unix milliseconds; `undefined` where they could not be. */
  readonly nowMs: number | undefined
  readonly services: readonly string[]
  readonly environments: readonly string[]
  readonly releases: readonly string[]
}

/** How fresh the stored telemetry is. */
export interface Freshness {
  /** When the newest stored canary was sent; `undefined` where there is none. */
  readonly newestNs: Ns | undefined
  /** As of when, by the database's clock. */
  readonly asOfNs: Ns
}
