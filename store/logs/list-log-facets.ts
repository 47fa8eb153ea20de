import { createBinder, withSearch } from '../search/bind.ts'
import { type SearchFacets, searchFacetRow, searchFacetsOf } from '../search/search-facets.ts'
import { writeConditions } from '../search/write-conditions.ts'
import { withLacking } from '../search/write-lacking.ts'
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
const MOST = 20_000

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
  const { bind, params: searched } = createBinder('search')
  const written = withLacking(withSearch(sql, writeConditions(search, 'logs', bind)), search, 'logs', bind)
  const asked = { fromNs: range.from, toNs: range.to, hidden, bucketNs, values, most: MOST, limit: 50_000 }
  const params = { ...asked, ...searched }
  const statement = { name: 'list-log-facets', sql, params, decode: searchFacetRow.parse }
  return searchFacetsOf(await store.query({ ...statement, sql: written }, signal), bucketNs)
}
