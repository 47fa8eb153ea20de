import { z } from 'zod'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './find-issues.sql?raw'
import { type Merges, mergeSqlParams } from './merges.ts'

/** More than anybody has in a range. */
const MAX_ISSUES = 100_000

interface IssueLookUp {
  readonly merges: Merges
  readonly route: string
  /** They were seen since. */
  readonly fromNs: Ns
}

/**
 * Finds issues by the route of their latest exception.
 *
 * @returns At most 100,000.
 * @throws {StoreError} Any kind.
 */
export async function findIssues(
  store: Store,
  { merges, route, fromNs }: IssueLookUp,
  signal?: AbortSignal,
): Promise<string[]> {
  const params = { fromNs, route, ...mergeSqlParams(merges), limit: MAX_ISSUES }
  const rows = await store.query({ name: 'find-issues', sql, params, decode: row.parse }, signal)
  return rows.map(({ issue }) => issue)
}

const row = z.object({ issue: z.string() })
