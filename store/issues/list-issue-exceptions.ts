import { z } from 'zod'
import { booleanColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-issue-exceptions.sql?raw'
import { type Merges, mergeSqlParams, sourceIssueIds } from './merges.ts'

/** An exception of an issue, and what context it has. */
export type IssueException = z.infer<typeof row>

/**
 * Lists the newest exceptions of an issue.
 *
 * @returns At most `limit`, newest first, then by id.
 * @throws {StoreError} Any kind.
 */
export function listIssueExceptions(
  store: Store,
  query: {
    issue: string
    merges: Merges
    range: TimeRange
    limit: number
    service?: string
    environment?: string
    release?: string
  },
  signal?: AbortSignal,
): Promise<IssueException[]> {
  const { issue, merges, range, limit, service = '', environment = '', release = '' } = query
  const params = {
    issue,
    members: sourceIssueIds(issue, merges),
    ...mergeSqlParams(merges),
    fromNs: range.from,
    toNs: range.to,
    service,
    environment,
    release,
    limit,
  }
  return store.query({ name: 'list-issue-exceptions', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  id: z.string(),
  atNs: int64,
  release: z.string(),
  sessionId: z.string(),
  user: z.string(),
  digest: z.string(),
  traceId: z.string(),
  hasStack: booleanColumn,
  isReadable: booleanColumn,
})
