import { z } from 'zod'
import type { ReleaseSeen } from '../issue-events/derive-state.ts'
import { type Merges, namedParams } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import { int64 } from '../units.ts'
import sql from './list-issue-releases.sql?raw'

/**
 * Lists in which releases issues were seen, as far back as digests are kept.
 *
 * @returns By issue; an issue's by first sight.
 * @throws {StoreError} Any kind.
 */
export async function listIssueReleases(
  store: Store,
  { issues, merges }: { issues: readonly string[]; merges: Merges },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, readonly ReleaseSeen[]>> {
  if (issues.length === 0) return new Map()
  const params = {
    ...namedParams(issues, merges),
    limit: 100_000,
  }
  const rows = await store.ask({ name: 'list-issue-releases', sql, params, decode: row.parse }, signal)
  return Map.groupBy(rows, ({ issue }) => issue)
}

const row = z.object({
  issue: z.string(),
  service: z.string(),
  release: z.string(),
  firstSeenNs: int64,
  lastSeenNs: int64,
})
