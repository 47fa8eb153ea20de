import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import type { Transaction } from '../../runtime.ts'
import {
  ATTR_ERRATA_TRANSACTION_ID,
  ATTR_ERRATA_TRANSACTION_ROUTE,
  ATTR_ERRATA_TRANSACTION_STATUS_CODE,
} from '../../semconv.ts'
import { mutableAttributesOf, removeEvents } from '../sdk/contract.ts'

/** Sets the transaction attributes of an ended span: only the exporter reads it after this. */
export function annotateSpan(span: ReadableSpan, transaction: Transaction): void {
  const attributes = mutableAttributesOf(span)
  attributes[ATTR_ERRATA_TRANSACTION_ID] = transaction.id
  if (transaction.route !== undefined) attributes[ATTR_ERRATA_TRANSACTION_ROUTE] = transaction.route
  if (transaction.statusCode !== undefined) attributes[ATTR_ERRATA_TRANSACTION_STATUS_CODE] = transaction.statusCode
  if (isFromStockInstrumentation(span)) removeEvents(span, name => name === 'exception')
}

/**
 * Stock instrumentations record a failed call as a span event. If the caller does not catch the error, it becomes one log record; the
 * span's status already shows the failure. Events that the app records itself stay.
 */
export function isFromStockInstrumentation(span: ReadableSpan): boolean {
  return span.instrumentationScope.name.startsWith('@opentelemetry/instrumentation-')
}
