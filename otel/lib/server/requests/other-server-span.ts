import { type Context, type Span, SpanKind, trace } from '@opentelemetry/api'

/** The SERVER span that another instrumentation has started for the same request: two would count it twice. */
export function otherServerSpan(at: Context): Span | undefined {
  const span = trace.getSpan(at)
  return span?.isRecording() && 'kind' in span && span.kind === SpanKind.SERVER ? span : undefined
}
