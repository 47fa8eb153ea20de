import { assembleFacets, type Facets, facetRow } from '../facets.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import { addSearchConditions, type ExceptionFilter, exceptionFilterParams } from './exception-filter.ts'
import sql from './list-exception-facets.sql?raw'

export interface ExceptionFacetQuery extends ExceptionFilter {
  readonly range: TimeRange
  /** Values of each facet. @default 8 */
  readonly values?: number
}

/**
 * Counts the exceptions of a whole list by facet: 'service', 'environment', 'release', 'route', 'type' and 'side'
 * ('browser' or 'server').
 *
 * @throws {StoreError} Any kind.
 */
export async function listExceptionFacets(
  store: Store,
  { range, values = 8, ...filter }: ExceptionFacetQuery,
  signal?: AbortSignal,
): Promise<Facets> {
  const params = { fromNs: range.from, toNs: range.to, values, ...exceptionFilterParams(filter), limit: 1_000 }
  const statement = { name: 'list-exception-facets', sql, params, decode: facetRow.parse }
  return assembleFacets(await store.query(addSearchConditions(statement, filter), signal))
}
