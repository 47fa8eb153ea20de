import { scopeParams } from './scope.ts'
import { SEARCH_PARAM } from './search-param.ts'

export const TRACE_TABS = ['waterfall', 'table', 'flame', 'services', 'logs'] as const
export type TraceTab = (typeof TRACE_TABS)[number]

/** The view of a trace: the span whose details are shown, the folded rows, and what is left out. What has its default has no entry. */
export interface TraceView {
  /** The scope of the URL. */
  readonly scope?: string
  /** See {@link spanRef}. */
  readonly span: string | undefined
  /** Rows as in the URL: those that the reader folded, and with `-` repeated spans that the reader unfolded. */
  readonly folded: ReadonlySet<string>
  /** Marks the spans of the trace that this search finds, as it was typed. */
  readonly search?: string | undefined
  /** All rows are folded but those of `folded`. */
  readonly isAllFolded?: true | undefined
  /** All repeated spans are unfolded but those of `folded`. */
  readonly areRepeatsUnfolded?: true | undefined
  /** Only spans that the search finds, and their ancestors. */
  readonly isOnlyMatches?: true | undefined
  /** Services whose spans are left out. */
  readonly hiddenServices?: readonly string[] | undefined
  /** Shorter spans are left out, milliseconds. */
  readonly minMs?: number | undefined
  /** Only this span and those below it, see {@link spanRef}. */
  readonly top?: string | undefined
  /** The part of the time axis that is drawn, nanoseconds since the start of the trace. */
  readonly zoom?: { readonly from: number; readonly to: number } | undefined
  /** Bars of services whose clocks differ are where they were sent. */
  readonly isSentTime?: true | undefined
  /** Times on the axis count from the open span. */
  readonly isSinceSpan?: true | undefined
  /** @default 'waterfall' */
  readonly tab?: Exclude<TraceTab, 'waterfall'> | undefined
  /** By which column the table is sorted, with a minus for descending. */
  readonly sort?: string | undefined
  /** Which part of the rows is shown without scripts, from 2. */
  readonly rowsPage?: number | undefined
}

/** The filters of a view, unset; `top` is none of them. */
export const UNFILTERED = { hiddenServices: undefined, minMs: undefined, isOnlyMatches: undefined } as const

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

/** Parses the view of a trace. What is invalid is ignored: an old link must still open its trace. */
export function readTraceView(params: URLSearchParams): TraceView {
  const span = params.get('span') ?? ''
  const listed = readList(params.get('folded'))
  const folded = listed.filter(ref => ROW_REF.test(ref))
  const scope = scopeParams(params).toString()
  const search = params.get(SEARCH_PARAM)?.trim() ?? ''
  return {
    span: SPAN_REF.test(span) ? span : undefined,
    folded: new Set(folded),
    ...(scope === '' ? {} : { scope }),
    ...(search === '' ? {} : { search }),
    ...(listed.includes(ALL) ? { isAllFolded: true } : {}),
    ...(listed.includes(ALL_REPEATS) ? { areRepeatsUnfolded: true } : {}),
    ...readNarrowing(params),
  }
}

/** In the list of folded rows: all others, and all repeated spans. */
const ALL = '*'
const ALL_REPEATS = '-*'

function readNarrowing(params: URLSearchParams): Omit<TraceView, 'span' | 'folded'> {
  const hiddenServices = [
    ...new Set(
      params
        .getAll('hide')
        .flatMap(readList)
        .filter(name => name !== ''),
    ),
  ]
  const minMs = readNumber(params.get('min'))
  const top = params.get('below') ?? ''
  const [from, to] = (params.get('zoom') ?? '').split('-').map(readNumber)
  const tab = TRACE_TABS.find(name => name === params.get('tab'))
  const sort = params.get('sort') ?? ''
  const rowsPage = readNumber(params.get('rows'))
  return {
    ...(params.get('only') === 'matches' ? { isOnlyMatches: true } : {}),
    ...(hiddenServices.length > 0 ? { hiddenServices } : {}),
    ...(minMs === undefined || minMs === 0 ? {} : { minMs }),
    ...(SPAN_REF.test(top) ? { top } : {}),
    ...(from !== undefined && to !== undefined && from < to ? { zoom: { from, to } } : {}),
    ...(params.get('times') === 'sent' ? { isSentTime: true } : {}),
    ...(params.get('since') === 'span' ? { isSinceSpan: true } : {}),
    ...(tab === undefined || tab === 'waterfall' ? {} : { tab }),
    ...(SORT.test(sort) ? { sort } : {}),
    ...(Number.isInteger(rowsPage) && rowsPage !== undefined && rowsPage > 1 ? { rowsPage } : {}),
  }
}

const SORT = /^-?[a-z]{1,20}$/i

const readList = (text: string | null) => (text ?? '').split(',').map(readListed)

/** @returns `undefined` if it is no decimal number from 0 to 2^53. */
function readNumber(text: string | null | undefined): number | undefined {
  if (!/^\d{1,16}(\.\d{1,6})?$/.test(text ?? '')) return undefined
  const number = Number(text)
  return number <= Number.MAX_SAFE_INTEGER ? number : undefined
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

/** Names a trace of a comparison, twice. */
export const COMPARED_PARAM = 'trace'

/** The page that compares two traces; with one of them, it lists what that can be compared with. */
export const comparePath = (...traceIds: readonly [string, string?]) =>
  `/traces/compare?${new URLSearchParams(traceIds.flatMap(id => (id === undefined ? [] : [[COMPARED_PARAM, id]])))}`

/** Writes a view as `?…`; the default view is `?`. */
export function writeTraceView(view: TraceView): string {
  const params = new URLSearchParams()
  if (view.span !== undefined) params.set('span', view.span)
  const all = [...(view.isAllFolded ? [ALL] : []), ...(view.areRepeatsUnfolded ? [ALL_REPEATS] : [])]
  const folded = [...all, ...view.folded]
  if (folded.length > 0) params.set('folded', folded.map(writeListed).join(','))
  if (view.search) params.set(SEARCH_PARAM, view.search)
  if (view.isOnlyMatches) params.set('only', 'matches')
  if (view.hiddenServices) params.set('hide', view.hiddenServices.map(writeListed).join(','))
  if (view.minMs) params.set('min', writeNumber(view.minMs))
  if (view.top) params.set('below', view.top)
  if (view.zoom) params.set('zoom', `${writeNumber(view.zoom.from)}-${writeNumber(view.zoom.to)}`)
  if (view.isSentTime) params.set('times', 'sent')
  if (view.isSinceSpan) params.set('since', 'span')
  if (view.tab) params.set('tab', view.tab)
  if (view.sort) params.set('sort', view.sort)
  if (view.rowsPage) params.set('rows', `${view.rowsPage}`)
  return `?${[params.toString().replaceAll('%2C', ','), view.scope].filter(Boolean).join('&')}`
}

/** Without an exponent. */
const writeNumber = (number: number) => (Number.isInteger(number) ? `${number}` : number.toFixed(6).replace(/0+$/, ''))

/** Writes a value of a list between commas. */
export const writeListed = (ref: string) => ref.replaceAll('%', '%25').replaceAll(',', '%2C')
const readListed = (text: string) => text.replaceAll('%2C', ',').replaceAll('%25', '%')

/** A view with another open span, scrolled to. */
export const spanAddress = (view: TraceView, span: string) => writeTraceView({ ...view, span }) + OPEN_SPAN_FRAGMENT
