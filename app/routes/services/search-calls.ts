import type { Call, Node } from '../../../store/services/list-calls.ts'
import type { Scope } from '../../url/scope.ts'
import { facetClause } from '../../url/search-links.ts'
import { tracesPath } from '../../url/trace-filters.ts'

/** The traces with a call: two services in parent and child, or the spans by which a service calls what sends none. */
export function callPath({ caller, callee }: Pick<Call, 'caller' | 'callee'>, scope: Scope): string {
  const service = ({ name }: Node) => facetClause('service', name, 'spans')
  const rest = { ...scope, service: '', release: '', environment: '' }
  if (caller.kind === 'service' && callee.kind === 'service') {
    return tracesPath({ ...rest, search: `[${service(caller)}] > [${service(callee)}]` })
  }
  const [node, of] = caller.kind === 'service' ? [callee, caller] : [caller, callee]
  return tracesPath({ ...rest, show: 'spans', search: `${service(of)} ${clausesOf(node)}` })
}

/** The spans that call what sends none. */
export function nodePath(node: Node, scope: Scope): string {
  return tracesPath({ ...scope, service: '', release: '', environment: '', show: 'spans', search: clausesOf(node) })
}

/** A database or a queue is called by its system and what it holds: `postgresql orders`. */
function clausesOf({ kind, name }: Node): string {
  const [system = '', ...rest] = name.split(' ')
  const holds = rest.join(' ')
  const clause = (attribute: string, value: string) => facetClause(`@${attribute}`, value, 'spans')
  switch (kind) {
    case 'database':
      return facetClause('db', system, 'spans')
    case 'queue':
      return [clause('messaging.system', system), holds !== '' && clause('messaging.destination.name', holds)]
        .filter(Boolean)
        .join(' ')
    default:
      return `(${clause('server.address', name)} OR ${clause('peer.service', name)})`
  }
}
