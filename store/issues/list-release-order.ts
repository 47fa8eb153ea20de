import { z } from 'zod'
import { int64 } from '../columns.ts'
import { readWhole } from '../read-whole.ts'
import type { Store } from '../store.ts'
import type { SeenRelease } from './derive-state.ts'
import sql from './list-release-order.sql?raw'
import { issueIdParams, type Merges } from './merges.ts'

const ROWS_AT_ONCE = 100_000

/**
 * Lists the releases of the services in which issues were seen, in order, including releases whose telemetry has
 * expired.
 *
 * @param options.rowsAtOnce Reads so many at once; more than the services of any issue have releases. @default 100,000
 * @returns Those of a service by first time.
 * @throws {StoreError} Any kind.
 */
export async function listReleaseOrder(
  store: Store,
  { issues, merges, rowsAtOnce = ROWS_AT_ONCE }: { issues: readonly string[]; merges: Merges; rowsAtOnce?: number },
  signal?: AbortSignal,
): Promise<SeenRelease[]> {
  if (issues.length === 0) return []
  const rows = await readWhole(issues, rowsAtOnce, some => {
    const { members } = issueIdParams(some, merges)
    return store.query(
      { name: 'list-release-order', sql, params: { members, limit: rowsAtOnce }, decode: row.parse },
      signal,
    )
  })
  // Issues of both halves may be of one service.
  return [...new Map(rows.map(of => [JSON.stringify([of.service, of.release]), of])).values()]
}

const row = z.object({ service: z.string(), release: z.string(), firstSeenNs: int64, lastSeenNs: int64 })
