import type { Cursor } from '../../store/newest-first.ts'
import { MAX_SEARCH_CHARS } from '../../store/search/search.ts'
import type { GroupOrder } from '../../store/spans/group-spans.ts'
import { type Codec, type Codecs, writeFilters } from './codec.ts'
import { cursorCodec } from './cursor-codec.ts'
import { durationCodec } from './duration-codec.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { SEARCH_PARAM } from './search-param.ts'
import { choiceCodec, flagCodec, nameCodec, numberCodec, textCodec } from './text-codecs.ts'
import { readFiltersAndRange } from './time-range.ts'

/** A column, with a minus where what is greatest or newest comes first. */
export type TraceSort = '-began' | 'began' | '-duration' | 'duration'

/** Which traces a list shows. `''` stands for every route. */
export interface TraceFilters extends Scope {
  readonly route: string
  /** As it was typed. */
  readonly search: string
  /** What is listed: the traces that have what was searched for, the spans that are it, or these in groups. */
  readonly show: 'traces' | 'spans' | 'groups' | 'compare'
  /** The key by which spans are grouped. */
  readonly by: string
  /** Which spans are compared with the others, as a search. */
  readonly selection: string
  /** By what groups are sorted. */
  readonly order: GroupOrder
  readonly failedOnly: boolean
  /** Of a transaction of `service`, or of any where that is any; `''` for every one. */
  readonly itsRoute: string
  /** Where such a transaction failed. */
  readonly itsFailed: boolean
  /** Any such transaction will do: environment and release are asked of it, not of the root. */
  readonly itsAny: boolean
  readonly minDurationNs: bigint
  /** The least that is too long; 0 for any. */
  readonly maxDurationNs: bigint
  /** Of the root's answer; 0 for any. */
  readonly httpStatus: number
  readonly sort: TraceSort
  /** With a picture of durations over time. */
  readonly durations: boolean
  /** Only traces after this place: where the page before ended. */
  readonly before: Cursor | undefined
}

const ofTraces = cursorCodec(32)
const ofSpans = cursorCodec(16)

/** Ids of spans are half as long as those of traces. */
const beforeCodec: Codec<Cursor | undefined> = {
  ...ofTraces,
  parse: text => (/-[0-9a-f]{16}$/.test(text) ? ofSpans : ofTraces).parse(text),
}

export const traceCodecs: Codecs<TraceFilters> = {
  ...scopeCodecs,
  route: nameCodec('route'),
  search: textCodec(SEARCH_PARAM, MAX_SEARCH_CHARS),
  show: choiceCodec<TraceFilters['show']>('show', ['traces', 'spans', 'groups', 'compare']),
  by: textCodec('by', undefined, 'service'),
  selection: textCodec('with', MAX_SEARCH_CHARS, 'is:error'),
  order: choiceCodec<GroupOrder>('order', ['count', 'failed', 'p50', 'p95', 'p99']),
  failedOnly: flagCodec('failed'),
  itsRoute: nameCodec('its'),
  itsFailed: flagCodec('itsfailed'),
  itsAny: flagCodec('itsany'),
  minDurationNs: durationCodec('min'),
  maxDurationNs: durationCodec('max'),
  httpStatus: numberCodec('status', 999),
  sort: choiceCodec<TraceSort>('sort', ['-began', 'began', '-duration', 'duration']),
  durations: flagCodec('durations'),
  before: beforeCodec,
}

/** @param nowMs Unix milliseconds */
export function readTraceFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(traceCodecs, params, nowMs)
}

/** What a sort is to the store. */
export function orderOfTraces(sort: TraceSort) {
  return { by: sort.endsWith('duration') ? ('duration' as const) : ('start' as const), rising: !sort.startsWith('-') }
}

/** The address of the trace list with these filters. */
export function tracesPath(filters: Partial<TraceFilters>): string {
  return `/traces${writeFilters(traceCodecs, filters)}`
}

/** The address of the traces in which the requests of a scope were made, wherever those traces began. */
export function requestsPath(scope: Scope): string {
  return tracesPath({ ...scope, itsAny: scope.environment !== '' || scope.release !== '' })
}
