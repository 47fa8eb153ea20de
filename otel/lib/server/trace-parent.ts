import type { IncomingHttpHeaders } from 'node:http'
import {
  type Context,
  createTraceState,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  TraceFlags,
  trace,
} from '@opentelemetry/api'

/** Whose `traceparent` is continued: the app's own pages only, or every caller's. */
export type TraceparentTrust = 'same-origin' | 'always'

const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/

/**
 * Where a request's span belongs. A page of the same origin is continued, but its sampled flag is not obeyed: anybody can
 * set it. A stranger's header becomes a link.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function parentOf(headers: IncomingHttpHeaders, trust: TraceparentTrust): { context: Context; links: Link[] } {
  const caller = readTraceparent(headers['traceparent'])
  if (caller === undefined) return { context: ROOT_CONTEXT, links: [] }
  if (trust === 'always') {
    const tracestate = headers['tracestate']
    const continued = typeof tracestate === 'string' ? { ...caller, traceState: createTraceState(tracestate) } : caller
    return { context: trace.setSpanContext(ROOT_CONTEXT, continued), links: [] }
  }
  const sampled = { ...caller, traceFlags: TraceFlags.SAMPLED }
  if (headers['sec-fetch-site'] === 'same-origin') {
    return { context: trace.setSpanContext(ROOT_CONTEXT, sampled), links: [] }
  }
  return { context: ROOT_CONTEXT, links: [{ context: sampled }] }
}

function readTraceparent(header: string | string[] | undefined): SpanContext | undefined {
  if (typeof header !== 'string') return undefined
  const [, traceId, spanId, flags] = traceparent.exec(header.trim()) ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined
  const isSampled = (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true }
}

/** The `traceparent` of a span, as the Server-Timing header and the page carry it. */
export function formatTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}
