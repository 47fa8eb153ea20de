import { scopeParams } from './scope.ts'

/** Which parts of a trace are open: the span whose details are shown, and the rows whose children are folded away. */
export interface TraceView {
  /** What all pages are about, as it stands in the address. */
  readonly scope?: string
  readonly span: string | undefined
  readonly folded: ReadonlySet<string>
}

const SPAN_ID = /^[0-9a-f]{16}$/

/** Reads `?span=` and `?folded=a,b`. What is no span id is left out: an old link must still open its trace. */
export function readTraceView(params: URLSearchParams): TraceView {
  const span = params.get('span') ?? ''
  const folded = (params.get('folded') ?? '').split(',').filter(id => SPAN_ID.test(id))
  const scope = scopeParams(params).toString()
  const view = { span: SPAN_ID.test(span) ? span : undefined, folded: new Set(folded) }
  return scope === '' ? view : { ...view, scope }
}

/** The row of the open span, as a link to the trace scrolls to it. */
export const OPEN_SPAN = '#span'

/** The address of a trace with one span open and in view; `''` for none. */
export function tracePath({ traceId, spanId }: { readonly traceId: string; readonly spanId: string }): string {
  return spanId === '' ? `/traces/${traceId}` : `/traces/${traceId}?span=${spanId}${OPEN_SPAN}`
}

/** Writes a view as `?…`; the whole trace open and no span shown is `?`. */
export function writeTraceView(view: TraceView): string {
  const params = new URLSearchParams()
  if (view.span !== undefined) params.set('span', view.span)
  if (view.folded.size > 0) params.set('folded', [...view.folded].join(','))
  return `?${[params.toString().replaceAll('%2C', ','), view.scope].filter(Boolean).join('&')}`
}

/** The view with one row's children folded away, or shown again. */
export function toggleFolded(view: TraceView, spanId: string): TraceView {
  const folded = new Set(view.folded)
  if (!folded.delete(spanId)) folded.add(spanId)
  return { ...view, folded }
}
