import type { Facets as FacetsOfList } from '../../../store/facets.ts'
import { Facets } from '../../ui/filters/facets.tsx'
import { ExcludeLink } from '../../ui/search/exclude-link.tsx'
import { changeParams } from '../../url/filter-links.ts'
import { facetClause, hasClause, toggleClause } from '../../url/search-links.ts'
import { SEARCH_PARAM } from '../../url/search-param.ts'
import { type TraceFilters, traceCodecs } from '../../url/trace-filters.ts'

interface TraceFacetsProps {
  readonly counts: FacetsOfList & {
    readonly durationRanges: readonly { readonly label: string; readonly clause: string; readonly count: number }[]
  }
  readonly filters: TraceFilters
  readonly params: URLSearchParams
}

const FACETS = [
  ['service', 'Service'],
  ['environment', 'Environment'],
  ['release', 'Release'],
  ['operation', 'Operation'],
] as const

export function TraceFacets({ counts: { values, total, isExact, durationRanges }, filters, params }: TraceFacetsProps) {
  const { failedOnly, itsOperation, itsFailed, itsAny, httpStatus } = traceCodecs
  // Chosen on another page; here it can only be removed.
  const asked = (
    title: string,
    { param, chosen, label = chosen }: { param: string; chosen: string; label?: string },
  ) => ({
    title,
    param,
    chosen,
    values: chosen === '' ? [] : [{ value: chosen, label, count: total }],
  })
  const of = filters.service || 'any service'
  const its = [
    asked(`Transaction of ${of}`, { param: itsAny.param, chosen: itsAny.format(filters.itsAny), label: 'any' }),
    asked(`Transaction of ${of}`, { param: itsOperation.param, chosen: filters.itsOperation }),
    asked(`Outcome in ${of}`, { param: itsFailed.param, chosen: itsFailed.format(filters.itsFailed), label: 'failed' }),
  ]
  const exclude =
    (title: string, name: string, clauseOf?: (value: string) => string) => (value: string, label: string) =>
      value !== '' && (
        <ExcludeLink
          subject="spans"
          text={filters.search}
          label={label}
          {...{ params, title, name, value }}
          {...(clauseOf && { clause: clauseOf(value) })}
        />
      )
  const asksForIts = its.some(({ chosen }) => chosen !== '')
  const hasRelease = filters.environment !== '' || filters.release !== ''
  const [service, ...rest] = FACETS.map(([name, title]) => {
    const filter = { param: traceCodecs[name].param, chosen: filters[name] }
    const counted = values[name] ?? []
    const excludes = {
      exclude:
        name === 'service'
          ? exclude(title, name, value => `-[${facetClause(name, value, 'spans')}]`)
          : exclude(title, `trace.${name}`),
    }
    const isOfIts = asksForIts || (name === 'service' ? hasRelease : filters.service !== '')
    if (!isOfIts || name === 'operation') return { title, ...filter, values: counted, ...excludes }
    // Together these filters apply to the transaction, but the counts do not: services of the trace have no count, and the root's are no choice.
    if (name === 'service') return { title, ...filter, values: counted.map(({ value }) => ({ value })) }
    return asked(title, filter)
  })
  const failed = {
    title: 'Outcome',
    param: failedOnly.param,
    chosen: failedOnly.format(filters.failedOnly),
    values: (values['failed'] ?? []).map(of => ({ ...of, label: 'with failures' })),
    exclude: exclude('Outcome', 'trace.is', () => '-trace.is:error'),
  }
  const status = {
    title: 'HTTP status of the root',
    param: httpStatus.param,
    chosen: httpStatus.format(filters.httpStatus),
    values: (values['status'] ?? []).map(({ value, count }) => ({ value: value === '0' ? '' : value, count })),
    exclude: exclude('HTTP status of the root', 'trace.status'),
  }
  const ranges = durationRanges.map(({ clause, ...of }) => ({
    ...of,
    value: clause,
    to: changeParams(params, { [SEARCH_PARAM]: toggleClause(filters.search, clause, 'spans') }),
  }))
  const duration = {
    title: 'Duration',
    param: traceCodecs.minDurationNs.param,
    chosen: ranges.find(({ value }) => hasClause(filters.search, value, 'spans'))?.value ?? '',
    values: ranges,
  }
  const facets = [...its, ...(service ? [service] : []), failed, duration, status, ...rest]
  return <Facets facets={facets} params={params} isExact={isExact} />
}
