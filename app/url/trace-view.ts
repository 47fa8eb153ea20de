/** Which parts of a trace are open: the span whose details are shown, and the rows whose children are folded away. */
export interface TraceView {
  readonly span: string | undefined
  readonly folded: ReadonlySet<string>
}

const SPAN_ID = /^[0-9a-f]{16}$/

/** Reads `?span=` and `?folded=a,b`. What is no span id is left out: an old link must still open its trace. */
export function readTraceView(params: URLSearchParams): TraceView {
  const span = params.get('span') ?? ''
  const folded = (params.get('folded') ?? '').split(',').filter(id => SPAN_ID.test(id))
  return { span: SPAN_ID.test(span) ? span : undefined, folded: new Set(folded) }
}

/** Writes a view as `?…`; the whole trace open and no span shown is `?`. */
export function writeTraceView(view: TraceView): string {
  const params = new URLSearchParams()
  if (view.span !== undefined) params.set('span', view.span)
  if (view.folded.size > 0) params.set('folded', [...view.folded].join(','))
  return `?${params.toString().replaceAll('%2C', ',')}`
}

/** The view with one row's children folded away, or shown again. */
export function toggleFolded(view: TraceView, spanId: string): TraceView {
  const folded = new Set(view.folded)
  if (!folded.delete(spanId)) folded.add(spanId)
  return { ...view, folded }
}
