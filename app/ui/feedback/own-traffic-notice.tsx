import { Link } from 'react-router'
import { changeParams } from '../../url/filter-links.ts'
import { readScope, scopeCodecs } from '../../url/scope.ts'

/** A notice that a list hides Errata's own telemetry, with a link that shows it. */
export function OwnTrafficNotice({ params }: { readonly params: URLSearchParams }) {
  if (readScope(params, 0).filters.own) return null
  return (
    <>
      Errata’s own telemetry is hidden: <Link to={changeParams(params, { [scopeCodecs.own.param]: '1' })}>show it</Link>
      .
    </>
  )
}
