import type { ServiceNode } from '../../../store/services/list-calls.ts'

/** The name of a node, without its system where the rest begins with it: `redis-0.redis` for `redis redis-0.redis`. */
export function formatNode({ kind, name }: ServiceNode): string {
  if (kind === 'service') return name
  const [system = '', ...rest] = name.split(' ')
  const holds = rest.join(' ')
  return holds.toLowerCase().startsWith(system.toLowerCase()) ? holds : name
}
