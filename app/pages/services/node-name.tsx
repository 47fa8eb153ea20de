import type { ServiceNode } from '../../../store/services/list-calls.ts'
import { ServiceLink } from '../../ui/links/service-link.tsx'
import { formatNode } from './format-node.ts'

/** Links a service to its page; nodes that send no spans have none. */
export function ServiceNodeName({ node }: { readonly node: ServiceNode }) {
  if (node.kind === 'service') return <ServiceLink name={node.name} />
  return (
    <>
      {formatNode(node)} <span className="muted">{node.kind}</span>
    </>
  )
}
