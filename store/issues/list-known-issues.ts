import { z } from 'zod'
import type { Store } from '../store.ts'
import sql from './list-known-issues.sql?raw'
import { readSaid } from './read-states.ts'

/**
 * Lists which of the given issues there are: those that the store made of exceptions, those that somebody made of parts of them, and those
 * that something was said of, whatever became of their exceptions.
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
  const rows = await store.ask({ name: 'list-known-issues', sql, params, decode: row.parse }, signal)
  const known = new Set(rows.map(({ issue }) => issue))
  if (issues.every(issue => known.has(issue))) return [...issues]
  const { said, merges } = await readSaid(store, signal)
  const made = new Set(merges.parts.map(({ issue }) => issue))
  return issues.filter(issue => known.has(issue) || made.has(issue) || said.has(issue))
}

const row = z.object({ issue: z.string() })
