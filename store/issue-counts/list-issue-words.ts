import { z } from 'zod'
import { type Merges, namedParams } from '../issue-events/merges.ts'
import type { Store } from '../store.ts'
import sql from './list-issue-words.sql?raw'

/** What to call an issue by: as its latest exception says. */
export type IssueWords = z.infer<typeof row>

/**
 * Lists what issues are called, as long as exceptions are kept.
 *
 * @returns By issue.
 * @throws {StoreError} Any kind.
 */
export async function listIssueWords(
  store: Store,
  { issues, merges }: { issues: readonly string[]; merges: Merges },
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, IssueWords>> {
  if (issues.length === 0) return new Map()
  const params = {
    ...namedParams(issues, merges),
    limit: 1_000,
  }
  const rows = await store.ask({ name: 'list-issue-words', sql, params, decode: row.parse }, signal)
  return new Map(rows.map(words => [words.issue, words]))
}

const row = z.object({
  issue: z.string(),
  service: z.string(),
  type: z.string(),
  message: z.string(),
  route: z.string(),
  /** The innermost of one's own code, with its file where that is known; '' where none is. */
  function: z.string(),
  /** service.version; '' where the sender names none. */
  firstRelease: z.string(),
  lastRelease: z.string(),
})
