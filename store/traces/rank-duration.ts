import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './rank-duration.sql?raw'

/** A duration among those of other transactions of an operation. */
export interface DurationRank {
  /** The number of durations that were read. */
  readonly transactions: number
  readonly shorter: number
  readonly longer: number
  /** One transaction in so many was read; 1 if all were. */
  readonly oneIn: number
}

interface RankQuery {
  readonly service: string
  /** The operation of a transaction. */
  readonly operation: string
  /** Starts of the other transactions. */
  readonly range: TimeRange
  readonly durationNs: Ns
  /** About how many are read at most. @default 100_000 */
  readonly most?: number
}

/**
 * Counts how many transactions of an operation were shorter and longer than a duration.
 *
 * @throws {StoreError} Any kind.
 */
export async function rankDuration(
  store: Store,
  { service, operation, range, durationNs, most = 100_000 }: RankQuery,
  signal?: AbortSignal,
): Promise<DurationRank> {
  const params = { service, operation, fromNs: range.from, toNs: range.to, durationNs, most, limit: 1 }
  const [rank] = await store.query({ name: 'rank-duration', sql, params, decode: row.parse }, signal)
  return rank ?? { transactions: 0, shorter: 0, longer: 0, oneIn: 1 }
}

const row = z.object({ transactions: countColumn, shorter: countColumn, longer: countColumn, oneIn: countColumn })
