import { z } from 'zod'
import { countColumn } from '../columns.ts'
import { type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-release-requests.sql?raw'

export interface ReleaseRequests {
  readonly service: string
  readonly release: string
  /** Transactions; exact to about 200 in three hours, within 5 % beyond. */
  readonly requests: number
  readonly failed: number
  /** Of the requests, those since `recentNs`. */
  readonly recent: number
  /** Those of all releases of the service since then. */
  readonly recentOfAll: number
  /** Environments of the release since then, by name. */
  readonly recentIn: readonly string[]
}

/**
 * Counts the transactions of releases, as long as traces are kept.
 *
 * @param options.recentNs for `recent`, by whole three hours
 * @returns By service, then by release, without those that have none.
 * @throws {StoreError} Any kind.
 */
export async function listReleaseRequests(
  store: Store,
  { releases, recentNs, ...filter }: Omit<ScopeFilter, 'release'> & { releases: readonly string[]; recentNs: Ns },
  signal?: AbortSignal,
): Promise<ReleaseRequests[]> {
  if (releases.length === 0) return []
  const { release: _, ...narrowed } = scopeFilterParams(filter)
  const params = { releases, recentNs, ...narrowed, limit: 10_000 }
  return await store.query({ name: 'list-release-requests', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  service: z.string(),
  release: z.string(),
  requests: countColumn,
  failed: countColumn,
  recent: countColumn,
  recentOfAll: countColumn,
  recentIn: z.array(z.string()),
})
