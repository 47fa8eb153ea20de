import { type ParamCodecs, writeFilters } from '../../url/codec.ts'
import { type Scope, scopeCodecs } from '../../url/scope.ts'
import { choiceCodec } from '../../url/text-codecs.ts'
import { readFiltersAndRange } from '../../url/time-range.ts'

const SORT_COLUMNS = ['change', 'errors', 'requests', 'p50', 'p95', 'p99', 'apdex', 'issues', 'service'] as const

/** A column, with a minus for descending; '-change' for the services that fail more than before, then the others. */
export type ServiceSort = (typeof SORT_COLUMNS)[number] | `-${(typeof SORT_COLUMNS)[number]}`

export interface ServiceFilters extends Scope {
  readonly show: 'list' | 'map'
  readonly sort: ServiceSort
}

export const serviceCodecs: ParamCodecs<ServiceFilters> = {
  ...scopeCodecs,
  show: choiceCodec<ServiceFilters['show']>('show', ['list', 'map']),
  sort: choiceCodec<ServiceSort>('sort', [
    '-change',
    ...SORT_COLUMNS,
    ...SORT_COLUMNS.map(column => `-${column}` as const),
  ]),
}

/** @param nowMs Unix milliseconds */
export function readServiceFilters(params: URLSearchParams, nowMs: number) {
  return readFiltersAndRange(serviceCodecs, params, nowMs)
}

/** The URL of the list of services, or of their map. */
export function servicesPath(filters: Partial<ServiceFilters>): string {
  return `/services${writeFilters(serviceCodecs, filters)}`
}
