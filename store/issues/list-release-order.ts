import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { SeenRelease } from './derive-state.ts'
import sql from './list-release-order.sql?raw'
import { issueIdParams, type Merges } from './merges.ts'

/**
 * Lists the releases of the services in which issues were seen, in order, including releases whose telemetry has
 * expired.
 *
 * @returns By service, then by first time.
 * @throws {StoreError} Any kind.
 */
export async function listReleaseOrder(
  store: Store,
  { issues, merges }: { issues: readonly string[]; merges: Merges },
  signal?: AbortSignal,
): Promise<SeenRelease[]> {
  if (issues.length === 0) return []
  const { members } = issueIdParams(issues, merges)
  return store.query(
    { name: 'list-release-order', sql, params: { members, limit: 100_000 }, decode: row.parse },
    signal,
  )
}

const row = z.object({ service: z.string(), release: z.string(), firstSeenNs: int64, lastSeenNs: int64 })
