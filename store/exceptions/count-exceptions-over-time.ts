import { z } from 'zod'
import { bucketSqlParams, type ComparedPeriods, type ScopeFilter } from '../comparison.ts'
import type { Store } from '../store.ts'
import { countColumn, int64, type Ns } from '../units.ts'
import sql from './count-exceptions-over-time.sql?raw'

export interface ExceptionCount {
  /** Start of the bucket. */
  readonly bucketNs: Ns
  readonly service: string
  readonly exceptions: number
}

/**
 * Counts the exceptions of each service in both periods, by buckets.
 *
 * @returns By bucket, then by service; no row for buckets without any.
 * @throws {StoreError} Any kind.
 */
export function countExceptionsOverTime(
  store: Store,
  counted: ScopeFilter & { comparison: ComparedPeriods },
  signal?: AbortSignal,
): Promise<ExceptionCount[]> {
  return store.query(
    { name: 'count-exceptions-over-time', sql, params: bucketSqlParams(counted), decode: row.parse },
    signal,
  )
}

const row = z.object({ bucketNs: int64, service: z.string(), exceptions: countColumn })
