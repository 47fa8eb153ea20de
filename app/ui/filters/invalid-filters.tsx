import { Link, useLocation, useSearchParams } from 'react-router'
import type { InvalidFilter } from '../../url/codec.ts'
import { scopedPath } from '../../url/scope.ts'
import { fieldErrorId } from '../controls/field.tsx'
import { EmptyState } from '../feedback/empty-state.tsx'

/** Stands where rows would be while the address has a filter that cannot be read: nothing was looked for, and why. */
export function InvalidFilters({ filterErrors }: { readonly filterErrors: readonly InvalidFilter[] }) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const readable = new URLSearchParams(
    [...params].filter(([name]) => !filterErrors.some(({ param }) => param === name)),
  )
  return (
    <div role="alert">
      <EmptyState title="Invalid filter">
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
