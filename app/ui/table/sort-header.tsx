import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { withParams } from '../../url/filter-links.ts'

/** How a list is sorted, as its address says it: a column, with a minus where what is greatest, newest or behind comes first. */
export interface Sorting {
  readonly sort: string
  /** The sort of an address that names none. */
  readonly none: string
}

interface SortHeaderProps {
  /** `undefined` in a table that is no list of its own: the header is no link then. */
  readonly sorting: Sorting | undefined
  /** As the address names it. */
  readonly column: string
  /** The way round that one wants first. @default rising */
  readonly first?: 'rising' | 'falling'
  readonly className?: string
  readonly children: ReactNode
}

/** The head of a column by which the list can be sorted: a link, the second time the other way round. */
export function SortHeader({ sorting, column, first = 'rising', className, children }: SortHeaderProps) {
  const [params] = useSearchParams()
  if (sorting === undefined) {
    return (
      <th scope="col" className={className}>
        {children}
      </th>
    )
  }
  const [rising, falling] = [column, `-${column}`]
  const [one, other] = first === 'rising' ? [rising, falling] : [falling, rising]
  const next = sorting.sort === one ? other : one
  const isSorted = sorting.sort === rising || sorting.sort === falling
  return (
    <th
      scope="col"
      className={className}
      aria-sort={isSorted ? (sorting.sort === rising ? 'ascending' : 'descending') : undefined}
    >
      <Link to={withParams(params, { sort: next === sorting.none ? '' : next })} className="sort" preventScrollReset>
        {children}
        {isSorted && <span aria-hidden="true">{sorting.sort === rising ? ' ↑' : ' ↓'}</span>}
      </Link>
    </th>
  )
}
