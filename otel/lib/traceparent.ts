import { INVALID_TRACEID, type SpanContext } from '@opentelemetry/api'

/**
 * The `traceparent` of one of the SDK's spans, for the Server-Timing header and the page; undefined if telemetry is disabled.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function formatTraceparent(span: SpanContext | undefined): string | undefined {
  if (span === undefined || span.traceId === INVALID_TRACEID) return undefined
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
}
