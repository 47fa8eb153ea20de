import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { changeParams } from '../../url/filter-links.ts'

/** The sort order of a list in its URL: a column, with a minus for descending. */
export interface SortParam {
  readonly sort: string
  /** The default sort order. */
  readonly none: string
}

interface SortHeaderProps {
  /** `undefined` in a table that is no list of its own: the header is then no link. */
  readonly sorting: SortParam | undefined
  /** Its name in the URL. */
  readonly column: string
  /** The direction of the first click. @default rising */
  readonly first?: 'rising' | 'falling'
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** The header of a sortable column: a link that sorts, and on a second click reverses. */
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
      <Link to={changeParams(params, { sort: next === sorting.none ? '' : next })} preventScrollReset>
        {children}
        {isSorted && <span aria-hidden="true">{sorting.sort === rising ? ' ↑' : ' ↓'}</span>}
      </Link>
    </th>
  )
}
