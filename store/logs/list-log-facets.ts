import { createParameterBinder, insertSearchConditions } from '../search/bind.ts'
import { assembleSearchFacets, type SearchFacets, searchFacetRow } from '../search/search-facets.ts'
import { writeConditions } from '../search/write-conditions.ts'
import { insertLackingKeys } from '../search/write-lacking.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import type { LogSearch } from './find-logs.ts'
import sql from './list-log-facets.sql?raw'

export interface LogFacetQuery extends LogSearch {
  /** Length of a bucket of time. */
  readonly bucketNs: Ns
  /** Values of each facet. @default 8 */
  readonly values?: number
}

/** Above so many records a sample is read. */
const MAX_ROWS_READ = 20_000

/**
 * Counts the log records of a search: over time by severity, and by facet.
 *
 * @throws {StoreError} Any kind.
 */
export async function listLogFacets(
  store: Store,
  { search, range, hidden = [], bucketNs, values = 8 }: LogFacetQuery,
  signal?: AbortSignal,
): Promise<SearchFacets> {
  const { bind, params: searched } = createParameterBinder('search')
  const written = insertLackingKeys(
    insertSearchConditions(sql, writeConditions(search, 'logs', bind)),
    search,
    bind,
    hasKey => writeConditions(hasKey, 'logs', bind),
  )
  const asked = { fromNs: range.from, toNs: range.to, hidden, bucketNs, values, most: MAX_ROWS_READ, limit: 50_000 }
  const params = { ...asked, ...searched }
  const statement = { name: 'list-log-facets', sql, params, decode: searchFacetRow.parse }
  return assembleSearchFacets(await store.query({ ...statement, sql: written }, signal), bucketNs)
}
