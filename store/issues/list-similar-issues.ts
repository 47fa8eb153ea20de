import { z } from 'zod'
import { booleanColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Issue } from './get-issue.ts'
import sql from './list-similar-issues.sql?raw'
import { sourceIssueIds } from './merges.ts'

/** A similar issue, and in which way it is similar. */
export type SimilarIssue = z.infer<typeof row>

/**
 * Lists similar issues: with the same in-app function, or a similar message. As long as exceptions are kept.
 *
 * @returns Those with both first, then by similarity of the messages; empty for an issue without a message.
 * @throws {StoreError} Any kind.
 */
export async function listSimilarIssues(
  store: Store,
  { issue, limit }: { issue: Pick<Issue, 'issue' | 'merges' | 'summary'>; limit: number },
  signal?: AbortSignal,
): Promise<SimilarIssue[]> {
  const { summary, merges } = issue
  if (summary === undefined) return []
  const params = {
    members: sourceIssueIds(issue.issue, merges),
    mergedFrom: merges.from,
    message: summary.message,
    function: summary.function,
    limit,
  }
  return store.query({ name: 'list-similar-issues', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  issue: z.string(),
  service: z.string(),
  isBrowser: booleanColumn,
  type: z.string(),
  message: z.string(),
  function: z.string(),
  isThere: booleanColumn,
  isAlike: booleanColumn,
  lastSeenNs: int64,
})
