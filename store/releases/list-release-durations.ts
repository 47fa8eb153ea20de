import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-release-durations.sql?raw'

/** How long the transactions of a release of a service took. */
export interface ReleaseDuration {
  readonly service: string
  readonly release: string
  /** Percentiles over all routes. */
  readonly p50: Ns
  readonly p95: Ns
  /** Transactions that were read. */
  readonly requests: number
}

/** If there are more, every second, fourth, … one is read. */
const MAX_ROWS = 100_000

/**
 * Reads the durations of the transactions of releases, as long as traces are kept.
 *
 * @returns By service, then by release, without those that have none.
 * @throws {StoreError} Any kind.
 */
export async function listReleaseDurations(
  store: Store,
  { releases, ...filter }: Omit<ScopeFilter, 'release'> & { releases: readonly string[] },
  signal?: AbortSignal,
): Promise<ReleaseDuration[]> {
  if (releases.length === 0) return []
  const { release: _, ...narrowed } = scopeFilterParams(filter)
  const params = { releases, ...narrowed, maxRows: MAX_ROWS, limit: 10_000 }
  return await store.query({ name: 'list-release-durations', sql, params, decode: row.parse }, signal)
}

const row = z.object({ service: z.string(), release: z.string(), p50: int64, p95: int64, requests: countColumn })
