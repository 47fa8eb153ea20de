import { type Attributes, type Span, TraceFlags } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import type { Transaction } from '../../runtime.ts'

/**
 * Everything that the server's half takes of the OpenTelemetry SDK beyond what its interfaces promise. Each has a test in
 * contract.test.ts, which says what to change when it fails.
 */

/** Where the OpenTelemetry API keeps what is registered, with the `version` of the copy that was first: an older one is not read by a newer one. */
export const apiGlobalKey = Symbol.for('opentelemetry.js.api.1')

/** Where `@opentelemetry/api-logs` keeps the provider that is registered. */
export const apiLogsGlobalKey = Symbol.for('io.opentelemetry.js.api.logs')

const transactionSymbol = Symbol('errata.transaction')

interface CarriesTransaction {
  [transactionSymbol]?: Transaction
}

/**
 * A span carries its transaction, because a WeakMap of five spans a request is work for every garbage collection: so the object that a
 * processor gets at start and end must be the one that the context has.
 */
export function setTransactionOfSpan(span: Span & CarriesTransaction, transaction: Transaction): void {
  span[transactionSymbol] = transaction
}

export function transactionOfSpan(span: (Span | ReadableSpan) & CarriesTransaction): Transaction | undefined {
  return span[transactionSymbol]
}

/**
 * Attributes of an ended span, to be written to: the span itself refuses new ones, but what is written to the object is exported. A copy of
 * the span with more attributes cost as much as making it.
 */
export const mutableAttributesOf = ({ attributes }: ReadableSpan): Attributes => attributes

/** Takes events off an ended span in the same way. */
export function removeEvents({ events }: ReadableSpan, isUnwanted: (name: string) => boolean): void {
  if (events.some(({ name }) => isUnwanted(name))) {
    events.splice(0, events.length, ...events.filter(({ name }) => !isUnwanted(name)))
  }
}

/** Keeps a span that another SDK has started from being exported: its processors export only what is sampled. */
export function keepFromExport(span: Span): void {
  span.spanContext().traceFlags = TraceFlags.NONE
}
