import { scopeParams } from './scope.ts'
import { SEARCH_PARAM } from './search-param.ts'

/** The view of a trace: the span whose details are shown, and the folded rows. */
export interface TraceView {
  /** The scope of the URL. */
  readonly scope?: string
  readonly span: string | undefined
  /** Ids of rows as in the URL: of those that the reader folded, and with `-` of repeated spans that the reader unfolded. */
  readonly folded: ReadonlySet<string>
  /** Marks the spans of the trace that this search finds, as it was typed. */
  readonly search?: string
}

const SPAN_ID = /^[0-9a-f]{16}$/
const ROW_ID = /^-?[0-9a-f]{16}$/

/** Parses `?span=`, `?folded=a,b` and `?q=`. Invalid span ids are ignored: an old link must still open its trace. */
export function readTraceView(params: URLSearchParams): TraceView {
  const span = params.get('span') ?? ''
  const folded = (params.get('folded') ?? '').split(',').filter(id => ROW_ID.test(id))
  const scope = scopeParams(params).toString()
  const search = params.get(SEARCH_PARAM)?.trim() ?? ''
  return {
    span: SPAN_ID.test(span) ? span : undefined,
    folded: new Set(folded),
    ...(scope === '' ? {} : { scope }),
    ...(search === '' ? {} : { search }),
  }
}

/** Fragment of the open span's row, so that links to a trace scroll to it. */
export const OPEN_SPAN_FRAGMENT = '#span'

interface TraceAddress {
  readonly traceId: string
  /** The open span, scrolled into view; `''` for none. */
  readonly spanId: string
  /** @default '' */
  readonly search?: string
}

export function tracePath({ traceId, spanId, search = '' }: TraceAddress): string {
  const params = new URLSearchParams()
  if (spanId !== '') params.set('span', spanId)
  if (search !== '') params.set(SEARCH_PARAM, search)
  return `/traces/${traceId}${params.size === 0 ? '' : `?${params}`}${spanId === '' ? '' : OPEN_SPAN_FRAGMENT}`
}

/** Writes a view as `?…`; the default view is `?`. */
export function writeTraceView(view: TraceView): string {
  const params = new URLSearchParams()
  if (view.span !== undefined) params.set('span', view.span)
  if (view.folded.size > 0) params.set('folded', [...view.folded].join(','))
  if (view.search) params.set(SEARCH_PARAM, view.search)
  return `?${[params.toString().replaceAll('%2C', ','), view.scope].filter(Boolean).join('&')}`
}

/** A view with another open span, scrolled to. */
export const spanAddress = (view: TraceView, span: string) => writeTraceView({ ...view, span }) + OPEN_SPAN_FRAGMENT

/** The view with one row folded or unfolded. */
export function toggleFolded(view: TraceView, spanId: string): TraceView {
  const folded = new Set(view.folded)
  if (!folded.delete(spanId)) folded.add(spanId)
  return { ...view, folded }
}
