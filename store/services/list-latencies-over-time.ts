import { z } from 'zod'
import { int64 } from '../columns.ts'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-latencies-over-time.sql?raw'

/** Percentiles of the transactions that started in a bucket. */
export interface LatencyBucket {
  /** Start of the bucket. */
  readonly bucketNs: Ns
  readonly p50: Ns
  readonly p95: Ns
  readonly p99: Ns
}

/** If there are more, every second, fourth, … is read. */
const MAX_ROWS = 60_000

/**
 * Lists the latencies of a service in the current period, by buckets.
 *
 * @returns By bucket; no row for buckets without transactions.
 * @throws {StoreError} Any kind.
 */
export function listLatenciesOverTime(
  store: Store,
  { comparison, ...scope }: ScopeFilter & { readonly comparison: ComparedPeriods; readonly service: string },
  signal?: AbortSignal,
): Promise<LatencyBucket[]> {
  const { fromNs, toNs, stepNs } = comparison
  const { service, environment, release } = scopeFilterParams(scope)
  const params = { fromNs, toNs, stepNs, most: MAX_ROWS, service, environment, release, limit: 1_000 }
  return store.query({ name: 'list-latencies-over-time', sql, params, decode: row.parse }, signal)
}

const row = z
  .object({ bucketNs: int64, percentiles: z.tuple([int64, int64, int64]) })
  .transform(({ bucketNs, percentiles: [p50, p95, p99] }): LatencyBucket => ({ bucketNs, p50, p95, p99 }))
