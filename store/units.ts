/** Unix time in nanoseconds, or a duration in nanoseconds; exact, where a `number` is not. */
export type Ns = bigint

/** 32 lower-case hex digits, not all zero. */
export type TraceId = string & { readonly __brand: 'TraceId' }

/** 16 lower-case hex digits, not all zero. */
export type SpanId = string & { readonly __brand: 'SpanId' }

/** Half-open: from `from` up to, not including, `to`. */
export interface TimeRange {
  readonly from: Ns
  readonly to: Ns
}

/**
 * @returns `undefined` for what is not a trace id; upper-case digits are accepted.
 * @see https://www.w3.org/TR/trace-context/#trace-id
 */
export function parseTraceId(text: string): TraceId | undefined {
  const id = text.toLowerCase()
  return /^(?!0+$)[0-9a-f]{32}$/.test(id) ? (id as TraceId) : undefined
}

/** @returns `undefined` for what is not a span id; upper-case digits are accepted. */
export function parseSpanId(text: string): SpanId | undefined {
  const id = text.toLowerCase()
  return /^(?!0+$)[0-9a-f]{16}$/.test(id) ? (id as SpanId) : undefined
}

/** @param atMs Unix milliseconds, as of `Date.now()`. */
export function nsOfMs(atMs: number): Ns {
  return BigInt(Math.round(atMs * 1000)) * 1000n
}

/** Exact seconds, as inserts need them: ClickHouse would read a time without a zone in its own zone. */
export const decimalSeconds = (ns: Ns): string =>
  `${ns / 1_000_000_000n}.${String(ns % 1_000_000_000n).padStart(9, '0')}`

/** The `lengthMs` before `toMs` (Unix milliseconds). */
export function rangeEndingAt(toMs: number, lengthMs: number): TimeRange {
  return { from: nsOfMs(toMs - lengthMs), to: nsOfMs(toMs) }
}
