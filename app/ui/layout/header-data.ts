/** Values that the scope's filters offer. */
export interface ScopeChoices {
  /** When they were read, Unix milliseconds; `undefined` if that failed. */
  readonly nowMs: number | undefined
  readonly services: readonly string[]
  /** Errata's own services, which are offered only where their telemetry is shown. */
  readonly ownServices: readonly string[]
  readonly environments: readonly string[]
  readonly releases: readonly string[]
}

/** Whether telemetry arrives. */
export interface IngestStatus {
  readonly level: 'good' | 'warn' | 'bad' | 'muted'
  readonly status: string
  readonly details: string
}
