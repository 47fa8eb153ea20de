import { type ParamCodecs, writeFilters } from './codec.ts'
import { type Scope, scopeCodecs } from './scope.ts'
import { choiceCodec } from './text-codecs.ts'
import { readFiltersAndRange } from './time-range.ts'

const SORT_COLUMNS = ['lcp', 'inp', 'cls', 'fcp', 'ttfb', 'route'] as const

/** A column, with a minus for descending, or the worst ratings first. */
export type VitalSort = 'worst' | (typeof SORT_COLUMNS)[number] | `-${(typeof SORT_COLUMNS)[number]}`

export interface VitalFilters extends Scope {
  readonly sort: VitalSort
}

export const vitalCodecs: ParamCodecs<VitalFilters> = {
  ...scopeCodecs,
  sort: choiceCodec<VitalSort>('sort', [
    'worst',
    ...SORT_COLUMNS,
    ...SORT_COLUMNS.map(column => `-${column}` as const),
  ]),
}

/** @param nowMs Unix milliseconds */
export function readVitalFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(vitalCodecs, params, nowMs)
}

/** The URL of the web vitals page. */
export function vitalsPath(filters: Partial<VitalFilters>): string {
  return `/vitals${writeFilters(vitalCodecs, filters)}`
}
