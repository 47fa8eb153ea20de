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
