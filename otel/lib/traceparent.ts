import { INVALID_TRACEID, type SpanContext } from '@opentelemetry/api'

/**
 * The `traceparent` of a span that the SDK has made, as the Server-Timing header and the page carry it; undefined for one that telemetry which is switched off has made.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function formatTraceparent(span: SpanContext | undefined): string | undefined {
  if (span === undefined || span.traceId === INVALID_TRACEID) return undefined
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
}
