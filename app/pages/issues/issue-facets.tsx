import type { Facets as FacetsOfList } from '../../../store/facets.ts'
import { Facets } from '../../ui/filters/facets.tsx'
import { ExcludeLink } from '../../ui/search/exclude-link.tsx'
import { type IssueFilters, issueCodecs } from '../../url/issue-filters.ts'

interface IssueFacetsProps {
  readonly counts: FacetsOfList
  readonly filters: IssueFilters
  readonly params: URLSearchParams
}

const FACETS = [
  ['owner', 'Owner'],
  ['service', 'Service'],
  ['side', 'Side'],
  ['environment', 'Environment'],
  ['release', 'Release'],
  ['route', 'Route'],
] as const

/** Facets of issues; each value links to the issues that have it. */
export function IssueFacets({ counts, filters, params }: IssueFacetsProps) {
  const pageless = new URLSearchParams([...params].filter(([name]) => name !== issueCodecs.page.param))
  const facets = FACETS.map(([name, title]) => {
    const { param } = issueCodecs[name]
    return {
      title,
      param,
      chosen: filters[name],
      values: counts.values[name] ?? [],
      exclude: (value: string) => (
        <ExcludeLink
          subject="issues"
          text={filters.search}
          params={pageless}
          label={value || 'none'}
          {...{ title, name, value }}
        />
      ),
    }
  })
  return <Facets facets={facets} params={pageless} isExact={counts.isExact} />
}
