/** Finds spans by their ids: nearly all have one of their own, and a list for each of a hundred thousand would take long. */
export interface SpansById<Span> {
  get(spanId: string): readonly Span[] | undefined
}

/** The spans of each id, in their order. */
export function indexById<Span extends { readonly spanId: string }>(spans: readonly Span[]): SpansById<Span> {
  const single = new Map<string, Span>()
  const several = new Map<string, Span[]>()
  for (const span of spans) {
    const before = single.get(span.spanId)
    if (before === undefined) single.set(span.spanId, span)
    else push(several, before, span)
  }
  return {
    get(spanId) {
      const found = single.get(spanId)
      return found === undefined ? undefined : (several.get(spanId) ?? [found])
    },
  }
}

function push<Span extends { readonly spanId: string }>(several: Map<string, Span[]>, first: Span, span: Span): void {
  const list = several.get(span.spanId)
  if (list === undefined) several.set(span.spanId, [first, span])
  else list.push(span)
}
