import { bindExpressions } from '../search/bind.ts'
import { chooseSampleLevel, type SampleLevel } from '../search/choose-sample.ts'
import { countSamples } from '../search/count-samples.ts'
import { assembleSearchFacets, type SearchFacets, searchFacetRow } from '../search/search-facets.ts'
import { writeConditions } from '../search/write-conditions.ts'
import { writeFacetExpressions } from '../search/write-lacking.ts'
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
const SAMPLE_ABOVE_LOGS = 20_000
/** Of fewer records, two standard errors of a share may be more than 2.2 %. Those of a day are read in a second, so it is less than for spans. */
const MIN_SAMPLE = 2_000

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
  const matches = await countSamples(
    store,
    { samples: 'log_samples', range, hidden },
    bind => writeConditions(search, 'logs', bind),
    signal,
  )
  const sample = chooseSampleLevel(matches, { most: SAMPLE_ABOVE_LOGS, least: MIN_SAMPLE })
  const table = sample.isStored ? 'log_samples' : 'otel_logs'
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

function writeLogSample({ level, isStored }: SampleLevel): string | undefined {
  if (isStored) return 'Level >= {level:UInt8}'
  return level === 0 ? undefined : 'bitAnd(Id, bitShiftLeft(1::UInt64, {level:UInt8}) - 1) = 0'
}
