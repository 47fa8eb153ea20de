import { z } from 'zod'
import { int64 } from '../columns.ts'
import { type ComparedPeriods, type ScopeFilter, scopeFilterParams } from '../comparison.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-releases-seen.sql?raw'

export interface NewRelease {
  readonly service: string
  /** service.version */
  readonly release: string
  readonly firstSeenNs: Ns
}

export interface FollowingRelease extends NewRelease {
  /** The release of the service that was first seen before it. */
  readonly previous: string
}

/**
 * Lists the releases that were first seen in the range, of services that had an earlier release.
 *
 * @returns By time, then by service.
 * @throws {StoreError} Any kind.
 */
export function listReleasesSeen(
  store: Store,
  { comparison, ...filter }: Omit<ScopeFilter, 'release'> & { comparison: Pick<ComparedPeriods, 'fromNs' | 'toNs'> },
  signal?: AbortSignal,
): Promise<FollowingRelease[]> {
  const { release: _, ...narrowed } = scopeFilterParams(filter)
  const params = { fromNs: comparison.fromNs, toNs: comparison.toNs, ...narrowed, limit: 100 }
  return store.query({ name: 'list-releases-seen', sql, params, decode: row.parse }, signal)
}

const row = z.object({ service: z.string(), release: z.string(), firstSeenNs: int64, previous: z.string() })
