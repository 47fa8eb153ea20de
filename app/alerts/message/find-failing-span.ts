import type { Span } from '../../../store/traces/list-spans.ts'
import { describeSpanFailure } from '../../insights/describe-span-failure.ts'

type TracedSpan = Pick<Span, 'spanId' | 'parentSpanId' | 'service' | 'name'> & Parameters<typeof describeSpanFailure>[0]

/**
 * The span at which a trace began to fail, of those below one: below it is no failed span. Of several the nearest, then the last to start, as
 * one that was tried again fails for the last time.
 *
 * @param spans of the trace, oldest first
 * @returns `undefined` if nothing below it failed.
 */
export function findFailingSpan<S extends TracedSpan>(spans: readonly S[], spanId: string): S | undefined {
  const children = Map.groupBy(spans, ({ parentSpanId }) => parentSpanId)
  const seen = new Set([spanId])
  const failedBelow = (top: string): S | undefined => {
    let level = children.get(top) ?? []
    while (level.length > 0) {
      const failed = level.findLast(of => of.failed && !seen.has(of.spanId))
      if (failed !== undefined) return failed
      // An id may name its own ancestor.
      level = level.flatMap(of => {
        if (seen.has(of.spanId)) return []
        seen.add(of.spanId)
        return children.get(of.spanId) ?? []
      })
    }
    return undefined
  }
  let found: S | undefined
  for (let next = failedBelow(spanId); next !== undefined; next = failedBelow(next.spanId)) {
    found = next
    seen.add(next.spanId)
  }
  return found
}

/** `SELECT orders in orders-db: deadline exceeded`: what failed, where, and how if that is known. */
export function describeFailingSpan(span: TracedSpan): string {
  const how = span.answer >= 400 ? `HTTP ${span.answer}` : describeSpanFailure(span)
  return `${span.name.trim() || 'unnamed span'} in ${span.service}${how === '' ? '' : `: ${how}`}`
}
