import type { SpansById } from './index-by-id.ts'

interface NamedSpan {
  readonly spanId: string
  /** '' for a span without a parent. */
  readonly parentSpanId: string
  readonly service: string
  readonly kind: string
}

const CALLER_KINDS: readonly string[] = ['Client', 'Producer']
const CALLED_KINDS: readonly string[] = ['Server', 'Consumer']

/**
 * Finds the parent of a span, which its sender names by an id alone. Several services may have one id: both sides of a call, as Zipkin's
 * shared spans have, are parent and child; else a parent of the same service takes precedence.
 *
 * @param byId the spans of the trace
 * @see https://github.com/openzipkin/b3-propagation for spans that share an id
 */
export function findParent<Span extends NamedSpan>(span: Span, byId: SpansById<Span>): Span | undefined {
  const { spanId, parentSpanId, service, kind } = span
  const caller = CALLED_KINDS.includes(kind) && byId.get(spanId)?.find(other => isCallerOf(other, span))
  if (caller) return caller
  const candidates = parentSpanId === '' ? undefined : byId.get(parentSpanId)
  return candidates?.find(candidate => candidate.service === service) ?? candidates?.[0]
}

/** A server without the parent's header has no parent, or itself. */
const isCallerOf = (caller: NamedSpan, { spanId, parentSpanId, service }: NamedSpan) =>
  caller.service !== service &&
  CALLER_KINDS.includes(caller.kind) &&
  [caller.parentSpanId, spanId, ''].includes(parentSpanId)
