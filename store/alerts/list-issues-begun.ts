import { z } from 'zod'
import { booleanColumn, int64 } from '../columns.ts'
import { type Merges, mergeSqlParams } from '../issues/merges.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-issues-begun.sql?raw'

export interface IssueBegun {
  readonly issue: string
  /** The service of its latest exception. */
  readonly service: string
  readonly firstSeenNs: Ns
  readonly lastSeenNs: Ns
  /** Another issue stopped before it began, and differs from it in nothing but its id: the same error, grouped otherwise. */
  readonly isContinued: boolean
}

/**
 * Lists the issues that were first seen in some ranges.
 *
 * @returns The newest first, at most 10,000.
 * @throws {StoreError} Any kind.
 */
export async function listIssuesBegun(
  store: Store,
  { ranges, merges }: { readonly ranges: readonly TimeRange[]; readonly merges: Merges },
  signal?: AbortSignal,
): Promise<IssueBegun[]> {
  if (ranges.length === 0) return []
  const params = {
    fromNs: ranges.map(({ from }) => from),
    toNs: ranges.map(({ to }) => to),
    ...mergeSqlParams(merges),
    limit: 10_000,
  }
  return await store.query({ name: 'list-issues-begun', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  issue: z.string(),
  service: z.string(),
  firstSeenNs: int64,
  lastSeenNs: int64,
  isContinued: booleanColumn,
})
