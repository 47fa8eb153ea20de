import { bindExpressions } from '../../search/bind.ts'
import { writeConditions } from '../../search/write-conditions.ts'
import { writeFacetExpressions } from '../../search/write-lacking.ts'
import { scopeFilterParams } from '../comparison.ts'
import { assembleFacets, type Facets, type FacetValue, facetRow } from '../facets.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import type { SessionSearch } from './find-sessions.ts'
import sql from './list-session-facets.sql?raw'

interface SessionFacets extends Facets {
  /** Sessions by the time of their last event; empty if no buckets were requested. */
  readonly buckets: readonly SessionBucket[]
}

interface SessionBucket {
  /** Its start, a multiple of its length since 1970. */
  readonly bucketNs: Ns
  readonly count: number
  /** Whether these have an exception. */
  readonly failed: boolean
}

export interface SessionFacetQuery extends Omit<SessionSearch, 'after' | 'limit'> {
  /** Length of a bucket. 0 for none. */
  readonly bucketNs?: Ns
  /** Values of each facet. @default 8 */
  readonly values?: number
}

/**
 * Counts the sessions of a search by facet: 'service', 'environment', 'release', 'route', 'browser', 'type' (of exceptions), 'exception' ('1'
 * with one).
 *
 * @throws {StoreError} Any kind.
 */
export async function listSessionFacets(
  store: Store,
  { search, range, bucketNs = 0n, values = 8, ...scope }: SessionFacetQuery,
  signal?: AbortSignal,
): Promise<SessionFacets> {
  const params = { fromNs: range.from, toNs: range.to, bucketNs, ...scopeFilterParams(scope), values, limit: 1_000 }
  const statement = { name: 'list-session-facets', sql, params, decode: facetRow.parse }
  const bound = bindExpressions(statement, bind =>
    writeFacetExpressions(search, bind, one => writeConditions(one, 'sessions', bind)),
  )
  const { values: named, ...facets } = assembleFacets(await store.query(bound, signal))
  const { bucket = [], ...others } = named
  return { ...facets, values: others, buckets: bucket.map(bucketOf(bucketNs)) }
}

const bucketOf =
  (bucketNs: Ns) =>
  ({ value, count }: FacetValue): SessionBucket => {
    const [bucket = '0', failed] = value.split(' ')
    return { bucketNs: BigInt(bucket) * bucketNs, count, failed: failed === '1' }
  }
