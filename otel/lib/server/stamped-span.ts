import type { Attributes, HrTime, Link, SpanContext, SpanKind, SpanStatus } from '@opentelemetry/api'
import type { ReadableSpan } from '@opentelemetry/sdk-trace-base'
import type { Transaction } from '../runtime.ts'
import {
  ATTR_ERRATA_TRANSACTION_ID,
  ATTR_ERRATA_TRANSACTION_ROUTE,
  ATTR_ERRATA_TRANSACTION_STATUS_CODE,
} from '../semconv.ts'

/**
 * What is handed to the exporter in place of an ended span, which refuses new attributes.
 *
 * The fields are copied: a span made by `Object.create(span)` cost 1.18 in place of 1.06 times the CPU of a request.
 */
export class StampedSpan implements ReadableSpan {
  readonly name: string
  readonly kind: SpanKind
  readonly spanContext: () => SpanContext
  readonly parentSpanContext?: SpanContext
  readonly startTime: HrTime
  readonly endTime: HrTime
  readonly status: SpanStatus
  readonly attributes: Attributes
  readonly links: Link[]
  readonly events: ReadableSpan['events']
  readonly duration: HrTime
  readonly ended = true
  readonly resource: ReadableSpan['resource']
  readonly instrumentationScope: ReadableSpan['instrumentationScope']
  readonly droppedAttributesCount: number
  readonly droppedEventsCount: number
  readonly droppedLinksCount: number

  constructor(span: ReadableSpan, transaction: Transaction) {
    const context = span.spanContext()
    const attributes = { ...span.attributes }
    attributes[ATTR_ERRATA_TRANSACTION_ID] = transaction.id
    if (transaction.route !== undefined) attributes[ATTR_ERRATA_TRANSACTION_ROUTE] = transaction.route
    if (transaction.statusCode !== undefined) attributes[ATTR_ERRATA_TRANSACTION_STATUS_CODE] = transaction.statusCode
    this.name = span.name
    this.kind = span.kind
    this.spanContext = () => context
    if (span.parentSpanContext !== undefined) this.parentSpanContext = span.parentSpanContext
    this.startTime = span.startTime
    this.endTime = span.endTime
    this.status = span.status
    this.attributes = attributes
    this.links = span.links
    this.events = isStock(span) ? span.events.filter(event => event.name !== 'exception') : span.events
    this.duration = span.duration
    this.resource = span.resource
    this.instrumentationScope = span.instrumentationScope
    this.droppedAttributesCount = span.droppedAttributesCount
    this.droppedEventsCount = span.droppedEventsCount
    this.droppedLinksCount = span.droppedLinksCount
  }
}

/**
 * Stock instrumentations record a failed call as a span event. Whoever made the call catches the error or lets it through; then it is
 * a log record, once. Their span says by its status that the call failed. What an app records itself stays.
 */
function isStock(span: ReadableSpan): boolean {
  return span.instrumentationScope.name.startsWith('@opentelemetry/instrumentation-')
}
