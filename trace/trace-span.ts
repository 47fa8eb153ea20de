/**
 * Kinds of spans, by their numbers in OTLP.
 *
 * @see https://github.com/open-telemetry/opentelemetry-proto/blob/main/opentelemetry/proto/trace/v1/trace.proto
 */
export const SPAN_KINDS: readonly string[] = ['Unspecified', 'Internal', 'Server', 'Client', 'Producer', 'Consumer']

/** A span as it was sent, as far as the tree and the analysis of a trace need it. */
export interface TraceSpan {
  /** 16 hex digits. Several services may have one id. */
  readonly spanId: string
  /** '' for a span without a parent. The parent may be missing. */
  readonly parentSpanId: string
  readonly service: string
  readonly name: string
  /** One of {@link SPAN_KINDS}. */
  readonly kind: string
  /** Unix nanoseconds. */
  readonly startNs: bigint
  readonly durationNs: bigint
  readonly failed: boolean
  /** It has an exception. @default false */
  readonly hasException?: boolean
  /** Equal for spans of one operation that differ only in values, as those of a loop do. @default '' */
  readonly pattern?: string
  /** Another service has a span with its id, which may have been left out. @default false */
  readonly sharesId?: boolean
  /** No span, but the place of spans that were left out between others: `hiddenBelow` says how many. @default false */
  readonly isPlace?: boolean
  /** The number of spans below it that were left out before. @default 0 */
  readonly hiddenBelow?: number
}
