import { scopeParams } from './scope.ts'
import { SEARCH_PARAM } from './search-param.ts'

/** The view of a trace: the span whose details are shown, and the folded rows. */
export interface TraceView {
  /** The scope of the URL. */
  readonly scope?: string
  /** See {@link spanRef}. */
  readonly span: string | undefined
  /** Rows as in the URL: those that the reader folded, and with `-` repeated spans that the reader unfolded. */
  readonly folded: ReadonlySet<string>
  /** Marks the spans of the trace that this search finds, as it was typed. */
  readonly search?: string
}

const SPAN_REF = /^[0-9a-f]{16}(?:\..{0,1024})?$/s
const ROW_REF = /^-?[0-9a-f]{16}(?:\..{0,1024})?$/s

interface NamedSpan {
  readonly spanId: string
  readonly service: string
}

/**
 * The reference of a span in addresses and rows: its id; `<id>.<service>` if another service has that id too, as both sides of a call have with Zipkin.
 * Links from elsewhere, which cannot tell, have the service.
 */
export const spanRef = ({ spanId, service, sharesId = false }: NamedSpan & { readonly sharesId?: boolean }) =>
  sharesId ? `${spanId}.${service}` : spanId

/** The inverse of {@link spanRef}; a bare id has the service `''`. */
export const parseSpanRef = (ref: string): NamedSpan => ({ spanId: ref.slice(0, 16), service: ref.slice(17) })

/** Parses `?span=`, `?folded=a,b` and `?q=`. Invalid span ids are ignored: an old link must still open its trace. */
export function readTraceView(params: URLSearchParams): TraceView {
  const span = params.get('span') ?? ''
  const folded = (params.get('folded') ?? '')
    .split(',')
    .map(readListed)
    .filter(ref => ROW_REF.test(ref))
  const scope = scopeParams(params).toString()
  const search = params.get(SEARCH_PARAM)?.trim() ?? ''
  return {
    span: SPAN_REF.test(span) ? span : undefined,
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
  readonly service?: string
  /** @default '' */
  readonly search?: string
}

export function tracePath({ traceId, spanId, service = '', search = '' }: TraceAddress): string {
  const params = new URLSearchParams()
  if (spanId !== '') params.set('span', spanRef({ spanId, service, sharesId: service !== '' }))
  if (search !== '') params.set(SEARCH_PARAM, search)
  return `/traces/${traceId}${params.size === 0 ? '' : `?${params}`}${spanId === '' ? '' : OPEN_SPAN_FRAGMENT}`
}

/** Writes a view as `?…`; the default view is `?`. */
export function writeTraceView(view: TraceView): string {
  const params = new URLSearchParams()
  if (view.span !== undefined) params.set('span', view.span)
  if (view.folded.size > 0) params.set('folded', [...view.folded].map(writeListed).join(','))
  if (view.search) params.set(SEARCH_PARAM, view.search)
  return `?${[params.toString().replaceAll('%2C', ','), view.scope].filter(Boolean).join('&')}`
}

/** In a list between commas. */
const writeListed = (ref: string) => ref.replaceAll('%', '%25').replaceAll(',', '%2C')
const readListed = (text: string) => text.replaceAll('%2C', ',').replaceAll('%25', '%')

/** A view with another open span, scrolled to. */
export const spanAddress = (view: TraceView, span: string) => writeTraceView({ ...view, span }) + OPEN_SPAN_FRAGMENT

/** The view with one row folded or unfolded. */
export function toggleFolded(view: TraceView, spanId: string): TraceView {
  const folded = new Set(view.folded)
  if (!folded.delete(spanId)) folded.add(spanId)
  return { ...view, folded }
}
