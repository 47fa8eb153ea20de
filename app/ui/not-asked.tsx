import { Link } from 'react-router'
import type { Fault } from '../url/codec.ts'
import { Empty } from './empty.tsx'

/** Stands where rows would be while the address has a filter that cannot be read: nothing was looked for, and why. */
export function NotAsked({ faults }: { readonly faults: readonly Fault[] }) {
  return (
    <div role="alert">
      <Empty title="Nothing was looked for">
        {faults.map(({ param, words }) => (
          <p key={param} className="break">
            {words}
          </p>
        ))}
        <p>
          Correct it and apply the filters again, or <Link to="?">clear them</Link>.
        </p>
      </Empty>
    </div>
  )
}
