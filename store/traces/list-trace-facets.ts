import { type Facets, type FacetValue, facetRow, facetsOf } from '../facets.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-trace-facets.sql?raw'
import { hasTraceFilters, requiredFacts, rootFilterParams, searchTraces, type TraceFilter } from './trace-filter.ts'

/** Of 'service', 'environment', 'release', 'route', 'status' and 'failed'. */
export interface TraceFacets extends Facets {
  /** How many traces began in a bucket and took so long; empty where no buckets were asked for. */
  readonly cells: readonly DurationCell[]
}

export interface DurationCell {
  /** When the bucket begins: a whole number of buckets since 1970. */
  readonly bucketNs: Ns
  /** The duration lies from 10 to the power of a quarter of this to that of one more, in nanoseconds. */
  readonly band: number
  readonly count: number
}

export interface TraceFacetQuery extends TraceFilter {
  readonly range: TimeRange
  /** Of cells. 0 for none. */
  readonly bucketNs?: Ns
  /** Of each facet. @default 8 */
  readonly values?: number
}

/** Of more traces than these some are looked at, chosen by their ids. */
const MOST = 20_000

/**
 * Counts the traces of a whole list, by what they have in common.
 *
 * @throws {StoreError} Any kind.
 */
export async function listTraceFacets(
  store: Store,
  { range, bucketNs = 0n, values = 8, ...filter }: TraceFacetQuery,
  signal?: AbortSignal,
): Promise<TraceFacets> {
  const asked = {
    fromNs: range.from,
    toNs: range.to,
    bucketNs,
    most: MOST,
    values,
    narrowed: hasTraceFilters(filter) ? 1 : 0,
  }
  const params = { ...asked, facts: requiredFacts(filter), ...rootFilterParams(filter), limit: 10_000 }
  const statement = { name: 'list-trace-facets', sql, params, decode: facetRow.parse }
  const rows = await store.query(searchTraces(statement, filter, range), signal)
  const { values: named, ...facets } = facetsOf(rows)
  const { cell = [], ...others } = named
  return { ...facets, values: others, cells: cell.map(cellOf(bucketNs)) }
}

const cellOf =
  (bucketNs: Ns) =>
  ({ value, count }: FacetValue): DurationCell => {
    const [bucket = '0', band = '0'] = value.split(' ')
    return { bucketNs: BigInt(bucket) * bucketNs, band: Number(band), count }
  }
