import type { Cursor } from '../../store/newest-first.ts'
import { type Codecs, writeFilters } from './codec.ts'
import { cursorCodec } from './cursor-codec.ts'
import { durationCodec } from './duration-codec.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { choiceCodec, flagCodec, nameCodec, numberCodec, textCodec } from './text-codecs.ts'
import { readWithRange } from './time-range.ts'

/** A column, with a minus where what is greatest or newest comes first. */
export type TraceSort = '-began' | 'began' | '-duration' | 'duration'

/** Which traces a list shows. `''` stands for every route. */
export interface TraceFilters extends Scope {
  readonly route: string
  /** Part of the root's name or route, in any case. */
  readonly text: string
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

export const traceCodecs: Codecs<TraceFilters> = {
  ...scopeCodecs,
  route: nameCodec('route'),
  text: textCodec('q'),
  failedOnly: flagCodec('failed'),
  itsRoute: nameCodec('its'),
  itsFailed: flagCodec('itsfailed'),
  itsAny: flagCodec('itsany'),
  minDurationNs: durationCodec('min'),
  maxDurationNs: durationCodec('max'),
  httpStatus: numberCodec('status', 999),
  sort: choiceCodec<TraceSort>('sort', ['-began', 'began', '-duration', 'duration']),
  durations: flagCodec('durations'),
  before: cursorCodec(32),
}

/** @param nowMs Unix milliseconds */
export function readTraceFilters(params: URLSearchParams, nowMs: number) {
  return readWithRange(traceCodecs, params, nowMs)
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
