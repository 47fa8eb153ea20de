import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, type Ns } from '../units.ts'
import { askByIssue } from './ask-by-issue.ts'
import sql from './list-growing-issues.sql?raw'
import { type Merges, mergeParams } from './merges.ts'

/** How often an issue came this hour, and at this hour of the fourteen days before, on average. */
export interface Growth {
  readonly now: number
  readonly usual: number
}

const HOUR_NS = 3_600_000_000_000n

/**
 * Lists the issues that escalate: at least ten exceptions in the hour that runs, and more than three times as many as usual at that hour.
 *
 * @throws {StoreError} Any kind.
 */
export async function listGrowingIssues(
  store: Store,
  { nowNs, merges }: { nowNs: Ns; merges: Merges },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Growth>> {
  const params = { hourNs: nowNs - (nowNs % HOUR_NS), ...mergeParams(merges), limit: 10_000 }
  const rows = await askByIssue(store, merges, { name: 'list-growing-issues', sql, params, decode: row.parse }, signal)
  return new Map(rows.map(({ issue, now, usual }) => [issue, { now, usual }]))
}

const row = z.object({ issue: z.string(), now: count, usual: z.number() })
