import { scopeFilterParams } from '../comparison.ts'
import { assembleFacets, type Facets, facetRow } from '../facets.ts'
import { createParameterBinder, insertSearchConditions } from '../search/bind.ts'
import { writeConditions } from '../search/write-conditions.ts'
import { insertLackingKeys } from '../search/write-lacking.ts'
import type { Store } from '../store.ts'
import type { SessionSearch } from './find-sessions.ts'
import sql from './list-session-facets.sql?raw'

export interface SessionFacetQuery extends Omit<SessionSearch, 'after' | 'limit'> {
  /** Values of each facet. @default 8 */
  readonly values?: number
}

/**
 * Counts the sessions of a search by facet: 'service', 'environment', 'release', 'route', 'browser'.
 *
 * @throws {StoreError} Any kind.
 */
export async function listSessionFacets(
  store: Store,
  { search, range, values = 8, ...scope }: SessionFacetQuery,
  signal?: AbortSignal,
): Promise<Facets> {
  const { bind, params: searched } = createParameterBinder('search')
  const write = (of: typeof search) => writeConditions(of, 'sessions', bind)
  const written = insertLackingKeys(insertSearchConditions(sql, write(search)), search, bind, write)
  const asked = { fromNs: range.from, toNs: range.to, ...scopeFilterParams(scope), values, limit: 1_000 }
  const statement = { name: 'list-session-facets', sql, params: { ...asked, ...searched }, decode: facetRow.parse }
  return assembleFacets(await store.query({ ...statement, sql: written }, signal))
}
