import { z } from 'zod'
import { booleanColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Issue } from './get-issue.ts'
import sql from './list-similar-issues.sql?raw'
import { sourceIssueIds } from './merges.ts'

/** Rows of issues, by service and release: those seen last are compared, which takes 3 µs each. */
const MAX_LOOKED = 20_000

/** A similar issue, and in which way it is similar. `isPart`: only the issues that were seen last were compared, there are more. */
export type SimilarIssue = z.infer<typeof row>

/**
 * Lists similar issues: with the same in-app function, or a similar message. As long as exceptions are kept.
 *
 * @param options.looked Rows of issues to compare, those seen last. @default 20,000
 * @returns Those with both first, then by similarity of the messages; empty for an issue without a message.
 * @throws {StoreError} Any kind.
 */
export async function listSimilarIssues(
  store: Store,
  {
    issue,
    limit,
    looked = MAX_LOOKED,
  }: { issue: Pick<Issue, 'issue' | 'merges' | 'summary'>; limit: number; looked?: number },
  signal?: AbortSignal,
): Promise<SimilarIssue[]> {
  const { summary, merges } = issue
  if (summary === undefined) return []
  const params = {
    members: sourceIssueIds(issue.issue, merges),
    mergedFrom: merges.from,
    message: summary.message,
    function: summary.function,
    looked,
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
  isPart: booleanColumn,
})
