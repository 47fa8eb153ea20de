import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, type TimeRange } from '../units.ts'
import sql from './list-eaten-issues.sql?raw'

/** An issue of which a drop rule removes something, though exceptions of it are stored as well. */
export type EatenIssue = z.output<typeof row>

/**
 * Lists the issues that a drop rule eats of.
 *
 * @param options.range At most seven days, which is how long the ledger remembers issues; compared by steps of three hours.
 * @param options.hidden Services that are left out.
 * @param options.limit 1 to 100.
 * @returns Most stored first, then by rule, issue and service.
 * @throws {StoreError} Any kind.
 */
export function listEatenIssues(
  store: Store,
  { range, hidden = [], limit }: { range: TimeRange; hidden?: readonly string[]; limit: number },
  signal?: AbortSignal,
): Promise<EatenIssue[]> {
  const params = { fromNs: range.from, toNs: range.to, hidden, limit }
  return store.ask({ name: 'list-eaten-issues', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  rule: z.string(),
  issue: z.string(),
  service: z.string(),
  /** exception.type and exception.message of the latest that is stored. */
  type: z.string(),
  message: z.string(),
  /** Exceptions of it. */
  stored: count,
  /** Whether the rule took exceptions of the issue, or transactions that failed by it. */
  how: z.enum(['exception', 'transaction']),
})
