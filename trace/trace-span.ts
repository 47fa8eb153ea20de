/** What the tree and the analysis of a trace need to know of a span, as it was sent. */
export interface TraceSpan {
  /** 16 hex digits. Several services may have one id. */
  readonly spanId: string
  /** '' for a span without a parent. The parent may be missing. */
  readonly parentSpanId: string
  readonly service: string
  readonly name: string
  /** 'Server', 'Client', 'Internal', 'Producer', 'Consumer' or 'Unspecified'. */
  readonly kind: string
  /** Unix nanoseconds. */
  readonly startNs: bigint
  readonly durationNs: bigint
  readonly failed: boolean
  /** It has an exception. @default false */
  readonly hasException?: boolean
  /** Equal for spans of one operation that differ only in values, as those of a loop do. @default '' */
  readonly pattern?: string
  /** No span, but the place of spans that were left out between others: `hiddenBelow` says how many. @default false */
  readonly isPlace?: boolean
  /** How many spans below it were left out before. @default 0 */
  readonly hiddenBelow?: number
}
