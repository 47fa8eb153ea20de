import { z } from 'zod'
import { askByIssue } from '../issue-events/ask-by-issue.ts'
import { type Merges, mergeParams } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import { count, type TimeRange } from '../units.ts'
import sql from './list-partings.sql?raw'

/** What would part an issue, and of how many of the exceptions that were looked at it holds. */
type Parting = z.infer<typeof row>

const LOOKED = 500

/**
 * Lists what tells the newest exceptions of an issue apart, at most six things of each kind.
 *
 * @param options.issue as the rule of the store makes it: what was merged into it is left out
 * @returns By kind, then most first; empty where they are all alike.
 * @throws {StoreError} Any kind.
 */
export function listPartings(
  store: Store,
  { issue, merges, range }: { issue: string; merges: Merges; range: TimeRange },
  signal?: AbortSignal,
): Promise<Parting[]> {
  const params = { issue, ...mergeParams(merges), fromNs: range.from, toNs: range.to, looked: LOOKED, limit: 18 }
  return askByIssue(store, merges, { name: 'list-partings', sql, params, decode: row.parse }, signal)
}

const row = z.object({ by: z.enum(['message', 'route', 'release']), is: z.string(), has: count, looked: count })
