import type { Facets as FacetsOfList } from '../../../store/facets.ts'
import { Facets } from '../../ui/filters/facets.tsx'
import { ExcludeLink } from '../../ui/search/exclude-link.tsx'
import { type ExceptionFilters, exceptionCodecs } from '../../url/exception-filters.ts'

interface ExceptionFacetsProps {
  readonly counts: FacetsOfList
  readonly filters: ExceptionFilters
  readonly params: URLSearchParams
}

const FACETS = [
  ['service', 'Service'],
  ['side', 'Side'],
  ['environment', 'Environment'],
  ['release', 'Release'],
  ['route', 'Route'],
] as const

export function ExceptionFacets({ counts, filters, params }: ExceptionFacetsProps) {
  const facets = FACETS.map(([name, title]) => {
    const { param } = exceptionCodecs[name]
    return {
      title,
      param,
      chosen: filters[name],
      values: counts.values[name] ?? [],
      exclude: (value: string) => (
        <ExcludeLink
          subject="exceptions"
          text={filters.search}
          label={value || 'none'}
          {...{ params, title, name, value }}
        />
      ),
    }
  })
  return <Facets facets={facets} params={params} isExact={counts.isExact} />
}
