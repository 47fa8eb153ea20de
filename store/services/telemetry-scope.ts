import type { Narrowing } from '../comparison.ts'

/** Which telemetry is read: what is absent or '' leaves nothing out. */
export type TelemetryScope = Narrowing
