import { Link, useLocation, useSearchParams } from 'react-router'
import type { InvalidFilter } from '../../url/codec.ts'
import { scopedPath } from '../../url/scope.ts'
import { fieldErrorId } from '../controls/field.tsx'
import { EmptyState } from './empty-state.tsx'

interface InvalidFiltersProps {
  readonly filterErrors: readonly InvalidFilter[]
  /** @default 'Invalid filter' */
  readonly title?: string
}

/** Stands where rows would be while the address has a filter that cannot be read: nothing was looked for, and why. */
export function InvalidFilters({ filterErrors, title = 'Invalid filter' }: InvalidFiltersProps) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const readable = new URLSearchParams(
    [...params].filter(([name]) => !filterErrors.some(({ param }) => param === name)),
  )
  return (
    <div role="alert">
      <EmptyState title={title}>
        {filterErrors.map(({ param, message }) => (
          <p key={param} id={fieldErrorId(param)} className="break">
            {message}
          </p>
        ))}
        <p>
          Correct the filter, or <Link to={scopedPath(pathname, readable)}>clear it</Link>.
        </p>
      </EmptyState>
    </div>
  )
}

/** The invalid filters that a page's data, or the response that it threw, tells; none of anything else. */
export function invalidFiltersIn(body: unknown): readonly InvalidFilter[] {
  const told: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'filterErrors') : undefined
  return Array.isArray(told) ? told : []
}
