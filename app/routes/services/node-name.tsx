import type { ServiceNode } from '../../../store/services/list-calls.ts'
import { ServiceLink } from '../../ui/elements/service-link.tsx'
import { formatNode } from './format-node.ts'

/** Links a service to its page; nodes that send no spans have none. */
export function ServiceNodeName({ of }: { readonly of: ServiceNode }) {
  if (of.kind === 'service') return <ServiceLink name={of.name} />
  return (
    <>
      {formatNode(of)} <span className="muted">{of.kind}</span>
    </>
  )
}
