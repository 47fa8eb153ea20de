import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import type { Transaction } from '../runtime.ts'
import {
  ATTR_ERRATA_TRANSACTION_ID,
  ATTR_ERRATA_TRANSACTION_ROUTE,
  ATTR_ERRATA_TRANSACTION_STATUS_CODE,
} from '../semconv.ts'

/**
 * Writes onto an ended span to which transaction it belongs, past the span's own refusal of new attributes: nobody but the
 * exporter sees it after this. A copy with more attributes cost as much as making the span.
 */
export function stampSpan(span: ReadableSpan, transaction: Transaction): void {
  const { attributes, events } = span
  attributes[ATTR_ERRATA_TRANSACTION_ID] = transaction.id
  if (transaction.route !== undefined) attributes[ATTR_ERRATA_TRANSACTION_ROUTE] = transaction.route
  if (transaction.statusCode !== undefined) attributes[ATTR_ERRATA_TRANSACTION_STATUS_CODE] = transaction.statusCode
  if (events.length > 0 && isStock(span)) {
    const own = events.filter(event => event.name !== 'exception')
    events.splice(0, events.length, ...own)
  }
}

/**
 * Stock instrumentations record a failed call as a span event. Whoever made the call catches the error or lets it through; then it is
 * a log record, once. Their span says by its status that the call failed. What an app records itself stays.
 */
export function isStock(span: ReadableSpan): boolean {
  return span.instrumentationScope.name.startsWith('@opentelemetry/instrumentation-')
}
