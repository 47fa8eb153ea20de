import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { booleanColumn, countColumn, int64 } from '../columns.ts'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { REQUEST_BUCKETS, shiftOf, writeComparedParts } from '../stored-parts.ts'
import type { Ns } from '../units.ts'
import sql from './count-requests-over-time.sql?raw'

export interface RequestCount {
  /** Whether it is of the current period. */
  readonly isNow: boolean
  /** Start of the bucket; of the previous period, of the bucket of the current one that it is drawn over. */
  readonly bucketNs: Ns
  readonly service: string
  /** True if browsers sent them; they saw what a service answered. */
  readonly isBrowser: boolean
  /** Transactions; exact to about 200 in five minutes, within 5 % beyond. */
  readonly requests: number
  readonly failed: number
}

/**
 * Counts the transactions of each service in both periods, by buckets and by who sent them.
 *
 * @returns By bucket, then by service, servers first; no row for buckets without any.
 * @throws {StoreError} Any kind.
 */
export function countRequestsOverTime(
  store: Store,
  { comparison, ...filter }: ScopeFilter & { comparison: ComparedPeriods },
  signal?: AbortSignal,
): Promise<RequestCount[]> {
  const { fromNs, stepNs } = comparison
  const params = { fromNs, shiftNs: shiftOf(comparison), stepNs, ...scopeFilterParams(filter), limit: 100_000 }
  const statement = { name: 'count-requests-over-time', sql, params, decode: row.parse }
  const bound = bindExpressions(statement, bind => writeComparedParts(comparison, REQUEST_BUCKETS, bind))
  return store.query(bound, signal)
}

const row = z.object({
  isNow: booleanColumn,
  bucketNs: int64,
  service: z.string(),
  isBrowser: booleanColumn,
  requests: countColumn,
  failed: countColumn,
})
