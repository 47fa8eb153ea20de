import type { ComparedPeriods } from '../../../store/comparison.ts'
import type { Scope } from '../../url/scope.ts'

/**
 * The scope of links from an overview. A custom range is extended to whole buckets, so that the target counts the same; a relative range
 * moves on anyway.
 */
export function alignScopeToBuckets(scope: Scope, { fromNs, toNs }: Pick<ComparedPeriods, 'fromNs' | 'toNs'>): Scope {
  return {
    ...scope,
    from: scope.from === undefined ? undefined : fromNs,
    to: scope.to === undefined ? undefined : toNs,
  }
}
