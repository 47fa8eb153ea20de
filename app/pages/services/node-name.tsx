import type { ServiceCall, ServiceNode } from '../../../store/services/list-calls.ts'
import { formatCount, pluralize } from '../../format/count.ts'
import { ServiceLink } from '../../ui/links/service-link.tsx'
import { formatNode } from './format-node.ts'

interface ServiceNodeNameProps {
  readonly node: ServiceNode
  /** Where a database or a queue runs. */
  readonly hosts?: ServiceCall['hosts'] | undefined
}

/** Links a service to its page; nodes that send no spans have none. Of several hosts each is listed behind their number. */
export function ServiceNodeName({ node, hosts = [] }: ServiceNodeNameProps) {
  if (node.kind === 'service') return <ServiceLink name={node.name} />
  const [only, ...others] = hosts
  return (
    <>
      {formatNode(node)} <span className="muted">{node.kind}</span>
      {only !== undefined && others.length === 0 && <p className="under">{only.name}</p>}
      {others.length > 0 && (
        <details className="under">
          <summary>{pluralize(hosts.length, 'host')}</summary>
          <ul>
            {hosts.map(({ name, calls }) => (
              <li key={name}>
                {name} <span className="muted">{formatCount(Math.round(calls))}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
