import { z } from 'zod'
import type { Store } from '../store.ts'
import { listIssueEvents } from './list-issue-events.ts'
import sql from './list-known-issues.sql?raw'

/**
 * Lists which of the given issues exist: those with stored exceptions, and those with events, such as the issue of a
 * grouping rule, even if their exceptions have expired.
 *
 * @param options.issues At most 1,000.
 * @returns In the given order.
 * @throws {StoreError} Any kind.
 */
export async function listKnownIssues(
  store: Store,
  { issues }: { readonly issues: readonly string[] },
  signal?: AbortSignal,
): Promise<string[]> {
  const params = { issues, limit: 1_000 }
  const rows = await store.query({ name: 'list-known-issues', sql, params, decode: row.parse }, signal)
  const known = new Set(rows.map(({ issue }) => issue))
  if (issues.every(issue => known.has(issue))) return [...issues]
  const { issueEvents } = await listIssueEvents(store, {}, signal)
  return issues.filter(issue => known.has(issue) || issueEvents.has(issue))
}

const row = z.object({ issue: z.string() })
