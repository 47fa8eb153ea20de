import type { Ns } from '../../../store/units.ts'
import type { Outage } from '../feedback/outage.ts'

/** Values that the scope's filters offer. */
export interface ScopeChoices {
  /** When they were read, Unix milliseconds; `undefined` if that failed. */
  readonly nowMs: number | undefined
  readonly services: readonly string[]
  readonly environments: readonly string[]
  readonly releases: readonly string[]
}

/** How fresh the stored telemetry is. */
export interface Freshness {
  /** When the newest stored canary was sent; `undefined` if there is none. */
  readonly newestNs: Ns | undefined
  /** When a Collector last reported its metrics; `undefined` if none has in the last hour. */
  readonly reportedNs: Ns | undefined
  /** The database's current time. */
  readonly asOfNs: Ns
}

/** What the header knows about ingestion: how fresh the telemetry is, or why the database cannot tell. */
export type IngestState = Freshness | { readonly outage: Outage }
