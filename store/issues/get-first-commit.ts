import { z } from 'zod'
import { booleanColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import sql from './get-first-commit.sql?raw'
import type { Issue } from './get-issue.ts'
import { sourceIssueIds } from './merges.ts'

/** A commit as a sender tells of it. */
export type Commit = z.infer<typeof row>

/**
 * Reads which commit the first exception of an issue came from: its cause is in that one, or in one before it that the release before did
 * not have.
 *
 * @returns `undefined` if its sender told none, or if that exception has expired.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/registry/attributes/vcs/
 */
export async function getFirstCommit(
  store: Store,
  { issue, merges, firstSeenNs }: Pick<Issue, 'issue' | 'merges' | 'firstSeenNs'>,
  signal?: AbortSignal,
): Promise<Commit | undefined> {
  const params = { members: sourceIssueIds(issue, merges), atNs: firstSeenNs, limit: 1 }
  const [commit] = await store.query({ name: 'get-first-commit', sql, params, decode: row.parse }, signal)
  return commit?.revision === '' ? undefined : commit
}

const row = z.object({
  service: z.string(),
  release: z.string(),
  /** Sent by a browser, so that anybody may have written it. */
  isBrowser: booleanColumn,
  /** Usually 40 hex digits. */
  revision: z.string(),
  /** '' if it was not told; so is the repository. */
  branch: z.string(),
  /** Its address. */
  repository: z.string(),
})
