import type { Place } from '../../store/newest-first.ts'
import { type Codecs, writeFilters } from './codec.ts'
import { durationCodec } from './duration-codec.ts'
import { placeCodec } from './place-codec.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { flagCodec, textCodec } from './text-codecs.ts'
import { readWithRange } from './time-range.ts'

/** Which traces a list shows. `''` stands for every route. */
export interface TraceFilters extends Scope {
  readonly route: string
  /** Part of the root's name or route, in any case. */
  readonly text: string
  readonly failedOnly: boolean
  readonly minDurationNs: bigint
  /** Only traces after this place: where the page before ended. */
  readonly before: Place | undefined
}

export const traceCodecs: Codecs<TraceFilters> = {
  ...scopeCodecs,
  route: textCodec('route'),
  text: textCodec('q'),
  failedOnly: flagCodec('failed'),
  minDurationNs: durationCodec('min'),
  before: placeCodec(32),
}

/** @param nowMs Unix milliseconds */
export function readTraceFilters(params: URLSearchParams, nowMs: number) {
  return readWithRange(traceCodecs, params, nowMs)
}

/** The address of the trace list with these filters. */
export function tracesPath(filters: Partial<TraceFilters>): string {
  return `/traces${writeFilters(traceCodecs, filters)}`
}
