import { type Codecs, writeFilters } from './codec.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { choiceCodec } from './text-codecs.ts'
import { readFiltersAndRange } from './time-range.ts'

const COLUMNS = ['lcp', 'inp', 'cls', 'fcp', 'ttfb', 'route'] as const

/** A column, with a minus where what is worst, or Z, comes first. */
export type VitalSort = (typeof COLUMNS)[number] | `-${(typeof COLUMNS)[number]}`

export interface VitalFilters extends Scope {
  readonly sort: VitalSort
}

export const vitalCodecs: Codecs<VitalFilters> = {
  ...scopeCodecs,
  sort: choiceCodec<VitalSort>('sort', ['-lcp', ...COLUMNS, ...COLUMNS.map(column => `-${column}` as const).slice(1)]),
}

/** @param nowMs Unix milliseconds */
export function readVitalFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(vitalCodecs, params, nowMs)
}

/** The address of the page of web vitals. */
export function vitalsPath(filters: Partial<VitalFilters>): string {
  return `/vitals${writeFilters(vitalCodecs, filters)}`
}
