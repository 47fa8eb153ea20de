import { Link, useLocation, useSearchParams } from 'react-router'
import type { Fault } from '../../url/codec.ts'
import { scopedPath } from '../../url/scope.ts'
import { Empty } from '../feedback/empty-state.tsx'

/** Stands where rows would be while the address has a filter that cannot be read: nothing was looked for, and why. */
export function NotAsked({ faults }: { readonly faults: readonly Fault[] }) {
  const { pathname } = useLocation()
  const [params] = useSearchParams()
  const readable = new URLSearchParams([...params].filter(([name]) => !faults.some(({ param }) => param === name)))
  return (
    <div role="alert">
      <Empty title="Nothing was looked for">
        {faults.map(({ param, words }) => (
          <p key={param} className="break">
            {words}
          </p>
        ))}
        <p>
          Correct it and apply the filters again, or <Link to={scopedPath(pathname, readable)}>clear them</Link>.
        </p>
      </Empty>
    </div>
  )
}
