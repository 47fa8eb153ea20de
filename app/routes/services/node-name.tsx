import type { ServiceNode } from '../../../store/services/list-calls.ts'
import { ServiceLink } from '../../ui/elements/service-link.tsx'

/** A service leads to its page; what sends no spans has none. */
export function NodeName({ of: { kind, name } }: { readonly of: ServiceNode }) {
  if (kind === 'service') return <ServiceLink name={name} />
  return (
    <>
      {name} <span className="beside">{kind}</span>
    </>
  )
}
