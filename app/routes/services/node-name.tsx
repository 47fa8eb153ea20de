import type { ServiceNode } from '../../../store/services/list-calls.ts'
import { ServiceLink } from '../../ui/elements/service-link.tsx'

/** Links a service to its page; nodes that send no spans have none. */
export function ServiceNodeName({ of: { kind, name } }: { readonly of: ServiceNode }) {
  if (kind === 'service') return <ServiceLink name={name} />
  return (
    <>
      {name} <span className="beside">{kind}</span>
    </>
  )
}
