import type { Attributes } from '@opentelemetry/api'
import type { Transaction } from '../runtime.ts'
import type { TraceparentTrust } from './trace-parent.ts'
import type { TransactionProcessor } from './transaction-processor.ts'

/** What the request span needs of the telemetry that was started. */
export interface RequestTelemetry {
  readonly scope: { readonly name: string; readonly version: string }
  readonly processor: TransactionProcessor
  readonly trustTraceparent: TraceparentTrust
  readonly allowedParams: readonly string[]
  /** Paths that never get a span, such as the relay's; grows as relays are mounted. */
  readonly ignoredPrefixes: string[]
  recordDuration(attributes: Attributes, transaction: Transaction): void
}

declare global {
  var __errataRequestTelemetry: RequestTelemetry | undefined
}

/** Undefined before `startTelemetry`. */
export function requestTelemetry(): RequestTelemetry | undefined {
  return globalThis.__errataRequestTelemetry
}

export function setRequestTelemetry(telemetry: RequestTelemetry | undefined): void {
  globalThis.__errataRequestTelemetry = telemetry
}
