import { createHash } from 'node:crypto'

/**
 * Which place a desk has among those that run, to evaluate a rule: 0 evaluates it, 1 does if that one has not after a while, and so on. All
 * desks that know each other agree, without talking (rendezvous hashing); where they do not, a rule is evaluated twice, which changes nothing.
 */
export function rankOf(desk: string, desks: ReadonlySet<string>, rule: string): number {
  const own = weigh(desk, rule)
  return [...desks].filter(other => other !== desk && weigh(other, rule) > own).length
}

const weigh = (desk: string, rule: string) => createHash('sha256').update(`${desk} ${rule}`).digest('hex')
