import { Link } from 'react-router'
import type { FacetValue } from '../../../store/facets.ts'
import { formatCount } from '../../format/count.ts'
import { DeferredValue } from '../feedback/deferred-value.tsx'
import type { QueryResult } from '../feedback/outage.ts'

export interface QuickFilter {
  readonly label: string
  readonly to: string
  readonly isCurrent: boolean
  /** The facet and those of its values that it counts; without, it has no number. */
  readonly counts?: { readonly facet: string; readonly of: readonly string[] }
}

type Counts = QueryResult<{ readonly values: Readonly<Record<string, readonly FacetValue[]>> }>

interface QuickFiltersProps {
  readonly label: string
  readonly filters: readonly QuickFilter[] | undefined
  readonly of?: Counts | Promise<Counts> | undefined
}

/** The filters of a list that are wanted most, such as what failed; as links beside its title. */
export function QuickFilters({ label, filters, of }: QuickFiltersProps) {
  return (
    filters && (
      <nav aria-label={label} className="tabs">
        {filters.map(({ label, to, isCurrent, counts }) => (
          <Link key={label} to={to} aria-current={isCurrent ? 'true' : undefined}>
            {label}{' '}
            {counts && (
              <DeferredValue of={of} fallback={<span className="kept">1,000</span>}>
                {({ values }) => <span className="muted">{formatCount(sum(values[counts.facet], counts.of))}</span>}
              </DeferredValue>
            )}
          </Link>
        ))}
      </nav>
    )
  )
}

const sum = (values: readonly FacetValue[] = [], of: readonly string[]) =>
  values.reduce((total, { value, count }) => total + (of.includes(value) ? count : 0), 0)
