import type { Comparison } from '../../../store/comparison.ts'
import type { Scope } from '../../url/scope.ts'

/**
 * What the numbers of an overview lead to. A time between two moments is counted in whole buckets: what they lead to counts the same. One that
 * ends now moves on anyway.
 */
export function alignScopeToBuckets(scope: Scope, { fromNs, toNs }: Pick<Comparison, 'fromNs' | 'toNs'>): Scope {
  return {
    ...scope,
    from: scope.from === undefined ? undefined : fromNs,
    to: scope.to === undefined ? undefined : toNs,
  }
}
