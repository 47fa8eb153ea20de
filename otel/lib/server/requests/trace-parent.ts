import type { IncomingHttpHeaders } from 'node:http'
import {
  type Context,
  type Link,
  propagation,
  ROOT_CONTEXT,
  type SpanContext,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { parseTraceParent } from '@opentelemetry/core'
import { guard } from '../../guard.ts'

/** Whose `traceparent` is continued: only the app's own pages, or every caller's. */
export type TraceparentTrust = 'same-origin' | 'always'

/**
 * The parent of a request's span. A page of the same origin is continued; its sampled flag, which anybody can set, is ignored by the
 * sampler. A header from elsewhere becomes a link. With `always` everything that the propagators read counts, including baggage.
 *
 * @see https://www.w3.org/TR/trace-context/#traceparent-header
 */
export function parentOf(headers: IncomingHttpHeaders, trust: TraceparentTrust): { context: Context; links: Link[] } {
  if (trust === 'always') {
    const extracted = guard('propagators', () => propagation.extract(ROOT_CONTEXT, headers)) ?? ROOT_CONTEXT
    const caller = trace.getSpanContext(extracted)
    return { context: caller ? trace.setSpanContext(extracted, keepSampledFlagOnly(caller)) : extracted, links: [] }
  }
  const caller = readTraceparent(headers['traceparent'])
  if (caller === undefined) return { context: ROOT_CONTEXT, links: [] }
  if (headers['sec-fetch-site'] === 'same-origin') {
    return { context: trace.setSpanContext(ROOT_CONTEXT, caller), links: [] }
  }
  return { context: ROOT_CONTEXT, links: [{ context: caller }] }
}

function readTraceparent(header: string | string[] | undefined): SpanContext | undefined {
  const caller = typeof header === 'string' ? parseTraceParent(header) : null
  return caller === null ? undefined : keepSampledFlagOnly({ ...caller, isRemote: true })
}

const keepSampledFlagOnly = (caller: SpanContext): SpanContext => ({
  ...caller,
  traceFlags: caller.traceFlags & TraceFlags.SAMPLED,
})
