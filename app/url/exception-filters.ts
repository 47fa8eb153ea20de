import type { Place } from '../../store/newest-first.ts'
import { type Codecs, writeFilters } from './codec.ts'
import { placeCodec } from './place-codec.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { textCodec } from './text-codecs.ts'
import { readWithRange } from './time-range.ts'

/** Which exceptions a list shows. `''` stands for every route, issue or text. */
export interface ExceptionFilters extends Scope {
  readonly route: string
  readonly issue: string
  /** Found anywhere in type or message, in any case. */
  readonly text: string
  /** Only exceptions after this place: where the page before ended. */
  readonly before: Place | undefined
}

export const exceptionCodecs: Codecs<ExceptionFilters> = {
  ...scopeCodecs,
  route: textCodec('route'),
  issue: textCodec('issue'),
  text: textCodec('q'),
  before: placeCodec(16),
}

/** @param nowMs Unix milliseconds */
export function readExceptionFilters(params: URLSearchParams, nowMs: number) {
  return readWithRange(exceptionCodecs, params, nowMs)
}

/** The address of the exception list with these filters. */
export function exceptionsPath(filters: Partial<ExceptionFilters>): string {
  return `/exceptions${writeFilters(exceptionCodecs, filters)}`
}
