import type { VisitedSpan } from './open-visit.ts'

export const named = (spans: readonly VisitedSpan[], name: string) => spans.filter(span => span.name === name)

export const starting = (spans: readonly VisitedSpan[], prefix: string) =>
  spans.filter(span => span.name.startsWith(prefix))

export const childrenOf = (spans: readonly VisitedSpan[], parent: VisitedSpan | undefined) =>
  spans.filter(span => span.parentSpanId === parent?.spanId)

/** True once the server's part of each request is stored too; discovery has none. */
export const isAnswered = (spans: readonly VisitedSpan[]) =>
  spans
    .filter(span => span.kind === 'Client' && span.name !== 'GET /__manifest')
    .every(request => childrenOf(spans, request).length > 0)
