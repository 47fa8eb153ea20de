import { bindExpressions } from '../../search/bind.ts'
import { writeConditions } from '../../search/write-conditions.ts'
import { writeFacetExpressions } from '../../search/write-lacking.ts'
import { assembleSearchFacets, type SearchFacets, searchFacetRow } from '../search-results/search-facets.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import { chooseLogSample, writeLogSample } from './choose-log-sample.ts'
import type { LogSearch } from './find-logs.ts'
import sql from './list-log-facets.sql?raw'

export interface LogFacetQuery extends LogSearch {
  /** Length of a bucket of time. */
  readonly bucketNs: Ns
  /** Values of each facet. @default 8 */
  readonly values?: number
}

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
  const { sample, table } = await chooseLogSample(store, { search, range, hidden }, signal)
  const params = {
    fromNs: range.from,
    toNs: range.to,
    hidden,
    bucketNs,
    values,
    level: sample.level,
    table,
    limit: 50_000,
  }
  const statement = { name: 'list-log-facets', sql, params, decode: searchFacetRow.parse }
  const bound = bindExpressions(statement, bind => ({
    ...writeFacetExpressions(search, bind, one => writeConditions(one, 'logs', bind)),
    sample: writeLogSample(sample),
  }))
  return assembleSearchFacets(await store.query(bound, signal), bucketNs)
}
