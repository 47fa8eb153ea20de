import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import type { Transaction } from '../../runtime.ts'
import {
  ATTR_ERRATA_TRANSACTION_ID,
  ATTR_ERRATA_TRANSACTION_ROUTE,
  ATTR_ERRATA_TRANSACTION_STATUS_CODE,
} from '../../semconv.ts'
import { attributesOfEnded, removeEvents } from '../sdk/contract.ts'

/** Writes onto an ended span to which transaction it belongs: nobody but the exporter sees it after this. */
export function annotateSpan(span: ReadableSpan, transaction: Transaction): void {
  const attributes = attributesOfEnded(span)
  attributes[ATTR_ERRATA_TRANSACTION_ID] = transaction.id
  if (transaction.route !== undefined) attributes[ATTR_ERRATA_TRANSACTION_ROUTE] = transaction.route
  if (transaction.statusCode !== undefined) attributes[ATTR_ERRATA_TRANSACTION_STATUS_CODE] = transaction.statusCode
  if (isStock(span)) removeEvents(span, name => name === 'exception')
}

/**
 * Stock instrumentations record a failed call as a span event. Whoever made the call catches the error or lets it through; then it is
 * a log record, once. Their span says by its status that the call failed. What an app records itself stays.
 */
export function isStock(span: ReadableSpan): boolean {
  return span.instrumentationScope.name.startsWith('@opentelemetry/instrumentation-')
}
