import type { Facets as FacetsOfList } from '../../../store/facets.ts'
import { Facets } from '../../ui/facets.tsx'
import { type TraceFilters, traceCodecs } from '../../url/trace-filters.ts'

interface TraceFacetsProps {
  readonly of: FacetsOfList
  readonly filters: TraceFilters
  readonly params: URLSearchParams
}

const FACETS = [
  ['service', 'Service'],
  ['environment', 'Environment'],
  ['release', 'Release'],
  ['route', 'Route'],
] as const

export function TraceFacets({ of: { values, isExact }, filters, params }: TraceFacetsProps) {
  const { failedOnly, httpStatus } = traceCodecs
  const [service, ...rest] = FACETS.map(([name, title]) => {
    const { param } = traceCodecs[name]
    return { title, param, chosen: filters[name], values: values[name] ?? [] }
  })
  const failed = {
    title: 'Outcome',
    param: failedOnly.param,
    chosen: failedOnly.format(filters.failedOnly),
    values: (values['failed'] ?? []).map(of => ({ ...of, label: 'failed' })),
  }
  const status = {
    title: 'Status',
    param: httpStatus.param,
    chosen: httpStatus.format(filters.httpStatus),
    values: (values['status'] ?? []).map(({ value, count }) => ({ value: value === '0' ? '' : value, count })),
  }
  return <Facets facets={[...(service ? [service] : []), failed, status, ...rest]} params={params} isExact={isExact} />
}
