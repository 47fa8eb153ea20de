import { compare } from './compare.ts'
import type { TraceSpan } from './trace-span.ts'

/** Spans of a trace are equal if id and service are. */
export const spanKey = ({ spanId, service }: Pick<TraceSpan, 'spanId' | 'service'>): string => `${spanId} ${service}`

type StartedSpan = Pick<TraceSpan, 'spanId' | 'service' | 'startNs'>

/** Keeps each span once, the earliest of those that came again. @returns Oldest first, then by id and service. */
export function onceByStart<Span extends StartedSpan>(spans: readonly Span[]): Span[] {
  const seen = new Set<string>()
  return spans.toSorted(compareStarts).filter(span => seen.size < seen.add(spanKey(span)).size)
}

export const compareStarts = (a: StartedSpan, b: StartedSpan): number =>
  compare(a.startNs, b.startNs) || compare(a.spanId, b.spanId) || compare(a.service, b.service)
