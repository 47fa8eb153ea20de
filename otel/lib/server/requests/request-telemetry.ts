import type { IncomingMessage } from 'node:http'
import type { Attributes, Tracer } from '@opentelemetry/api'
import { processWide } from '../../process-wide.ts'
import type { Transaction } from '../../runtime.ts'
import type { SignalName } from '../export/record-loss.ts'
import type { TraceparentTrust } from './trace-parent.ts'
import type { TransactionProcessor } from './transaction-processor.ts'

/** Resource attributes that the relay adds for browsers that do not send them: environment and release. */
export type KnownResource = Readonly<Record<string, string>>

/** What the request span needs of the started telemetry. */
export interface RequestTelemetry {
  readonly tracer: Tracer
  readonly processor: Pick<TransactionProcessor, 'decide'>
  /** True if another SDK makes the SERVER span: that one is used, and none is made here. */
  readonly usesOtherSdk: boolean
  readonly trustTraceparent: TraceparentTrust
  readonly allowedParams: readonly string[]
  /** Number of proxies in front of the server; without it no client address is stored. */
  readonly trustedProxies: number | undefined
  /** What the relay says of browsers that do not say it. */
  readonly knownResource: KnownResource
  /** Path prefixes that never get a span, such as the relay's; grows as relays are mounted. */
  readonly ignoredPrefixes: string[]
  consent(req: IncomingMessage): boolean
  /** Counts a browser's post by the status of its response: a rejected one may be repeated. */
  countRelayed(signal: SignalName, statusCode: number): void
  recordDuration(attributes: Attributes, transaction: Transaction): void
}

const processRequestTelemetry = processWide<RequestTelemetry>('request-telemetry', 'recordDuration')

/** Undefined before `startTelemetry`. */
export const requestTelemetry = processRequestTelemetry.get
export const setRequestTelemetry = processRequestTelemetry.set
