import type { Span } from '../../../store/traces/list-spans.ts'

/** The fields of a span that the waterfall draws. */
export interface WaterfallSpan {
  readonly spanId: string
  readonly parentSpanId: string
  readonly service: string
  readonly startNs: bigint
  readonly durationNs: bigint
  readonly failed: boolean
  readonly hiddenBelow: number
  readonly of: Span
}

export function toWaterfallSpan(span: Span): WaterfallSpan {
  const { spanId, parentSpanId, service, startNs, durationNs, hiddenBelow } = span
  return { spanId, parentSpanId, service, startNs, durationNs, hiddenBelow, failed: span.status === 'Error', of: span }
}
