import { z } from 'zod'
import { bindExpressions } from '../../search/bind.ts'
import { booleanColumn, countColumn, int64 } from '../columns.ts'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import { EXCEPTION_BUCKETS, shiftOf, writeComparedParts } from '../stored-parts.ts'
import type { Ns } from '../units.ts'
import sql from './count-exceptions-over-time.sql?raw'

export interface ExceptionCount {
  /** Whether it is of the current period. */
  readonly isNow: boolean
  /**
   * Start of the bucket; `undefined` if it is of the whole period. Of the previous period, start of the bucket of the current one that it is
   * drawn over.
   */
  readonly bucketNs: Ns | undefined
  readonly service: string
  readonly exceptions: number
}

/**
 * Counts the exceptions of each service in both periods, in all and by buckets.
 *
 * @returns By service; no row for buckets without any.
 * @throws {StoreError} Any kind.
 */
export function countExceptionsOverTime(
  store: Store,
  { comparison, ...filter }: ScopeFilter & { comparison: ComparedPeriods },
  signal?: AbortSignal,
): Promise<ExceptionCount[]> {
  const { fromNs, stepNs } = comparison
  const params = { fromNs, shiftNs: shiftOf(comparison), stepNs, ...scopeFilterParams(filter), limit: 100_000 }
  const statement = { name: 'count-exceptions-over-time', sql, params, decode: row.parse }
  const bound = bindExpressions(statement, bind => writeComparedParts(comparison, EXCEPTION_BUCKETS, bind))
  return store.query(bound, signal)
}

const row = z.object({
  isNow: booleanColumn,
  bucketNs: int64.transform(ns => (ns < 0n ? undefined : ns)),
  service: z.string(),
  exceptions: countColumn,
})
