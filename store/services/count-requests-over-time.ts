import { z } from 'zod'
import { bucketSqlParams, type ComparedPeriods, type ScopeFilter } from '../comparison.ts'
import type { Store } from '../store.ts'
import { countColumn, int64, type Ns } from '../units.ts'
import sql from './count-requests-over-time.sql?raw'

export interface RequestCount {
  /** Start of the bucket. */
  readonly bucketNs: Ns
  readonly service: string
  /** Transactions; exact to about 200 in five minutes, within 5 % beyond. */
  readonly requests: number
  readonly failed: number
}

/**
 * Counts the transactions of each service in both periods, by buckets.
 *
 * @returns By bucket, then by service; no row for buckets without any.
 * @throws {StoreError} Any kind.
 */
export function countRequestsOverTime(
  store: Store,
  counted: ScopeFilter & { comparison: ComparedPeriods },
  signal?: AbortSignal,
): Promise<RequestCount[]> {
  return store.query(
    { name: 'count-requests-over-time', sql, params: bucketSqlParams(counted), decode: row.parse },
    signal,
  )
}

const row = z.object({ bucketNs: int64, service: z.string(), requests: countColumn, failed: countColumn })
