import { parseSpanRef, spanRef, type TraceView } from '../../url/trace-view.ts'

interface NamedSpan {
  readonly spanId: string
  readonly service: string
}

/**
 * Finds the span that a log record, an exception or an address names by its id and a service, `''` if it names none. Of several spans with
 * the id, if none is of the service, it is the first.
 */
export function spanFinder<Span extends NamedSpan>(spans: readonly Span[]): (named: NamedSpan) => Span | undefined {
  const byId = Map.groupBy(spans, ({ spanId }) => spanId)
  return ({ spanId, service }) => {
    const found = byId.get(spanId)
    return found?.find(span => span.service === service) ?? found?.[0]
  }
}

/** The open span of a view; the view names it as its row does. */
export function openSpan<Span extends NamedSpan>(
  view: TraceView,
  spans: readonly Span[],
): { readonly view: TraceView; readonly span: Span | undefined } {
  const span = view.span === undefined ? undefined : spanFinder(spans)(parseSpanRef(view.span))
  return { view: span === undefined ? view : { ...view, span: spanRef(span) }, span }
}
