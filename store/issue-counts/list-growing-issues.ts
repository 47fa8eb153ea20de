import { z } from 'zod'
import { type Merges, namedParams } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import { count, type Ns } from '../units.ts'
import sql from './list-growing-issues.sql?raw'

/** How often an issue came this hour, and at this hour of the fourteen days before, on average. */
export interface Growth {
  readonly now: number
  readonly usual: number
}

const HOUR_NS = 3_600_000_000_000n

/**
 * Lists which of some issues escalate: at least ten exceptions in the hour that runs, and more than three times as many as usual at that hour.
 *
 * @throws {StoreError} Any kind.
 */
export async function listGrowingIssues(
  store: Store,
  { nowNs, issues, merges }: { nowNs: Ns; issues: readonly string[]; merges: Merges },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, Growth>> {
  if (issues.length === 0) return new Map()
  const params = { hourNs: nowNs - (nowNs % HOUR_NS), ...namedParams(issues, merges), limit: 1_000 }
  const rows = await store.ask({ name: 'list-growing-issues', sql, params, decode: row.parse }, signal)
  return new Map(rows.map(({ issue, now, usual }) => [issue, { now, usual }]))
}

const row = z.object({ issue: z.string(), now: count, usual: z.number() })
