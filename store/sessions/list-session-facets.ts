import { scopeFilterParams } from '../comparison.ts'
import { assembleFacets, type Facets, facetRow } from '../facets.ts'
import { bindExpressions } from '../search/bind.ts'
import { writeConditions } from '../search/write-conditions.ts'
import { writeFacetExpressions } from '../search/write-lacking.ts'
import type { Store } from '../store.ts'
import type { SessionSearch } from './find-sessions.ts'
import sql from './list-session-facets.sql?raw'

export interface SessionFacetQuery extends Omit<SessionSearch, 'after' | 'limit'> {
  /** Values of each facet. @default 8 */
  readonly values?: number
}

/**
 * Counts the sessions of a search by facet: 'service', 'environment', 'release', 'route', 'browser', 'exception' ('1' with one).
 *
 * @throws {StoreError} Any kind.
 */
export async function listSessionFacets(
  store: Store,
  { search, range, values = 8, ...scope }: SessionFacetQuery,
  signal?: AbortSignal,
): Promise<Facets> {
  const params = { fromNs: range.from, toNs: range.to, ...scopeFilterParams(scope), values, limit: 1_000 }
  const statement = { name: 'list-session-facets', sql, params, decode: facetRow.parse }
  const bound = bindExpressions(statement, bind =>
    writeFacetExpressions(search, bind, one => writeConditions(one, 'sessions', bind)),
  )
  return assembleFacets(await store.query(bound, signal))
}
