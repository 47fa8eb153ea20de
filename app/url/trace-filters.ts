import { GROUP_ORDERS, type GroupOrder } from '../../search/groups.ts'
import { MAX_SEARCH_CHARS } from '../../search/search.ts'
import type { Cursor } from '../../store/newest-first.ts'
import { type ParamCodec, type ParamCodecs, writeFilters } from './codec.ts'
import { cursorCodec } from './cursor-codec.ts'
import { durationCodec } from './duration-codec.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { SEARCH_PARAM } from './search-param.ts'
import { choiceCodec, flagCodec, nameCodec, numberCodec, textCodec } from './text-codecs.ts'
import { readFiltersAndRange } from './time-range.ts'

/** A column, with a minus where what is greatest or newest comes first. */
export type TraceSort = '-began' | 'began' | '-duration' | 'duration' | '-spans' | 'spans'

/** Filters of a trace list. `''` means every operation. */
export interface TraceFilters extends Scope {
  readonly operation: string
  /** As typed. */
  readonly search: string
  /** What is listed: traces that match the search, spans that match, or groups of these. */
  readonly show: 'traces' | 'spans' | 'groups' | 'compare'
  /** The keys by which spans are grouped, apart by commas. */
  readonly by: string
  /** {@link DURATION}, or the attribute whose numbers groups sum up. */
  readonly measure: string
  /** The spans to compare with the others, as a search. */
  readonly selection: string
  /** Sort order of groups. */
  readonly order: GroupOrder
  readonly failedOnly: boolean
  /** Operation of a transaction of `service`, or of any service; `''` for every one. */
  readonly itsOperation: string
  /** Only if such a transaction failed. */
  readonly itsFailed: boolean
  /** Only traces with such a transaction: environment and release then filter it, not the root, as they do with a service. */
  readonly itsAny: boolean
  readonly minDurationNs: bigint
  /** Exclusive maximum; 0 for any. */
  readonly maxDurationNs: bigint
  /** Only traces that began to fail with this issue; `''` for all. */
  readonly issue: string
  /** Status of the root; 0 for any. */
  readonly httpStatus: number
  readonly sort: TraceSort
  /** Shows the heat map of durations. */
  readonly durations: boolean
  /** The cursor: only traces after it. */
  readonly before: Cursor | undefined
}

const traceCursorCodec = cursorCodec(32)
const spanCursorCodec = cursorCodec(16)

/** Span ids are half as long as trace ids. */
const beforeCodec: ParamCodec<Cursor | undefined> = {
  ...traceCursorCodec,
  parse: text => (/-[0-9a-f]{16}$/.test(text) ? spanCursorCodec : traceCursorCodec).parse(text),
}

/** Groups of spans measure durations by default. */
export const DURATION = 'duration'

export const TRACE_SORTS: readonly [TraceSort, ...TraceSort[]] = [
  '-began',
  'began',
  '-duration',
  'duration',
  '-spans',
  'spans',
]

export const traceCodecs: ParamCodecs<TraceFilters> = {
  ...scopeCodecs,
  operation: nameCodec('operation'),
  search: textCodec(SEARCH_PARAM, MAX_SEARCH_CHARS),
  show: choiceCodec<TraceFilters['show']>('show', ['traces', 'spans', 'groups', 'compare']),
  by: textCodec('by', undefined, 'service'),
  measure: textCodec('measure', undefined, DURATION),
  selection: textCodec('with', MAX_SEARCH_CHARS, 'is:error'),
  order: choiceCodec<GroupOrder>('order', GROUP_ORDERS),
  failedOnly: flagCodec('failed'),
  itsOperation: nameCodec('its'),
  itsFailed: flagCodec('itsfailed'),
  itsAny: flagCodec('itsany'),
  minDurationNs: durationCodec('min'),
  maxDurationNs: durationCodec('max'),
  issue: textCodec('issue'),
  httpStatus: numberCodec('status', 999),
  sort: choiceCodec<TraceSort>('sort', TRACE_SORTS),
  durations: flagCodec('durations'),
  before: beforeCodec,
}

/** @param nowMs Unix milliseconds */
export function readTraceFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(traceCodecs, params, nowMs)
}

/** The sort of a list: where the URL names none, the slowest come first under a heat map of durations. */
export function chooseTraceSort({ show, durations, sort }: TraceFilters, params: URLSearchParams): TraceSort {
  return durations && (show === 'traces' || show === 'spans') && !params.has(traceCodecs.sort.param)
    ? '-duration'
    : sort
}

/** The store's order for a sort parameter. */
export function toTraceOrder(sort: TraceSort) {
  const by = sort.endsWith('duration') ? 'duration' : sort.endsWith('spans') ? 'spans' : 'start'
  return { by, rising: !sort.startsWith('-') } as const
}

/** The sort of a list of spans: newest first where that of traces is by their spans. */
export const toSpanSort = (sort: TraceSort) => (sort === 'spans' || sort === '-spans' ? '-began' : sort)

export function toSpanOrder(sort: TraceSort) {
  const by = toSpanSort(sort).endsWith('duration') ? 'duration' : 'start'
  return { by, rising: !toSpanSort(sort).startsWith('-') } as const
}

/** The URL of the trace list with these filters. */
export function tracesPath(filters: Partial<TraceFilters>): string {
  return `/traces${writeFilters(traceCodecs, filters)}`
}

/** The URL of the traces that contain the requests of a scope, wherever those traces started. */
export function requestsPath(scope: Scope): string {
  return tracesPath({ ...scope, itsAny: scope.environment !== '' || scope.release !== '' })
}
