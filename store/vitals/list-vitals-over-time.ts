import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import { type WebVital, webVitalRow } from './list-vitals.ts'
import sql from './list-vitals-over-time.sql?raw'

/** A web vital in a bucket in which it was measured. */
export interface VitalBucket {
  readonly vital: WebVital['vital']
  /** Start of the bucket. */
  readonly bucketNs: Ns
  /** 75th percentile: milliseconds; a score for cls. */
  readonly p75: number
  /** How many were read. */
  readonly samples: number
}

/** If there are more of a vital, every second, fourth, … one is read. */
const MAX_ROWS = 20_000

/**
 * Lists the web vitals of the current period, by buckets.
 *
 * @returns By name, then by bucket.
 * @throws {StoreError} Any kind.
 */
export function listVitalsOverTime(
  store: Store,
  { comparison, ...filter }: ScopeFilter & { readonly comparison: ComparedPeriods },
  signal?: AbortSignal,
): Promise<VitalBucket[]> {
  const { fromNs, toNs, stepNs } = comparison
  const params = { fromNs, toNs, stepNs, maxRows: MAX_ROWS, ...scopeFilterParams(filter), limit: 1_000 }
  return store.query({ name: 'list-vitals-over-time', sql, params, decode: row.parse }, signal)
}

const row = z.object({ vital: webVitalRow.shape.vital, bucketNs: int64, p75: z.number(), samples: countColumn })
