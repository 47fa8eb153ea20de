import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-issue-tags.sql?raw'
import { type Merges, mergeSqlParams, sourceIssueIds } from './merges.ts'

/** How many of the exceptions that were read have a value of a tag. */
export type IssueTag = z.infer<typeof row>

const MAX_EXCEPTIONS_READ = 2_000

/**
 * Lists the tags of an issue's newest exceptions, such as attributes, release and route: at most five values of each
 * tag, forty of 'browser' (user_agent.original).
 *
 * @returns By tag, then most first.
 * @throws {StoreError} Any kind.
 */
export function listIssueTags(
  store: Store,
  { issue, merges, range }: { issue: string; merges: Merges; range: TimeRange },
  signal?: AbortSignal,
): Promise<IssueTag[]> {
  const params = {
    issue,
    members: sourceIssueIds(issue, merges),
    ...mergeSqlParams(merges),
    fromNs: range.from,
    toNs: range.to,
    looked: MAX_EXCEPTIONS_READ,
    limit: 240,
  }
  return store.query({ name: 'list-issue-tags', sql, params, decode: row.parse }, signal)
}

const row = z.object({ tag: z.string(), value: z.string(), has: countColumn, looked: countColumn })
