import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { FacetValue } from '../../../store/facets.ts'
import { formatCount } from '../../format/count.ts'
import { DeferredValue } from '../feedback/deferred-value.tsx'
import type { QueryResult } from '../feedback/outage.ts'
import { ReservedSpace } from '../feedback/reserved-space.tsx'

export interface QuickFilter {
  readonly label: string
  readonly to: string
  readonly isCurrent: boolean
  /** The facet values that it counts, or leaves out of the list; without them it has no number. */
  readonly counts?: FacetValues & { readonly isRest?: boolean }
  /** Unless it is current, it is left out where the list has none of them. */
  readonly needs?: FacetValues
}

/** Some values of a facet. */
interface FacetValues {
  readonly facet: string
  readonly values: readonly string[]
}

interface Counted {
  readonly total: number
  readonly values: Readonly<Record<string, readonly FacetValue[]>>
}

type Counts = QueryResult<Counted>

interface QuickFiltersProps {
  readonly label: string
  readonly filters: readonly QuickFilter[] | undefined
  readonly result?: Counts | Promise<Counts> | undefined
}

/**
 * The filters of a list that are wanted most, such as what failed; as links beside its title. One within another comes after it, which is
 * left out if both have as many.
 */
export function QuickFilters({ label, filters, result }: QuickFiltersProps) {
  return (
    filters && (
      <nav aria-label={label} className="tabs">
        {filters.map(({ label, to, isCurrent, counts, needs }, index) => {
          const show = (number: ReactNode) => (
            <Link key={label} to={to} aria-current={isCurrent ? 'true' : undefined}>
              {label} {number}
            </Link>
          )
          if (counts === undefined) return show('')
          const next = filters[index + 1]
          return (
            <DeferredValue key={label} result={result} fallback={show(result && <ReservedSpace for="count" />)}>
              {counted =>
                (isCurrent ||
                  ((needs === undefined || sum(counted, needs) > 0) &&
                    (next?.counts === undefined || count(counted, next.counts) !== count(counted, counts)))) &&
                show(<span className="muted">{formatCount(count(counted, counts))}</span>)
              }
            </DeferredValue>
          )
        })}
      </nav>
    )
  )
}

const count = (counted: Counted, { isRest, ...wanted }: NonNullable<QuickFilter['counts']>) =>
  isRest ? counted.total - sum(counted, wanted) : sum(counted, wanted)

const sum = (counted: Counted, { facet, values }: FacetValues) =>
  (counted.values[facet] ?? []).reduce((total, { value, count }) => total + (values.includes(value) ? count : 0), 0)
