import { z } from 'zod'
import type { Store } from '../store.ts'
import { flag, int64, type TimeRange } from '../units.ts'
import sql from './list-issue-exceptions.sql?raw'

/** An exception of an issue, and what one would find with it. */
export type Occurrence = z.infer<typeof row>

/**
 * Lists the newest exceptions of an issue.
 *
 * @param options.members the issue and those merged into it
 * @returns At most `limit`, newest first, then by id.
 * @throws {StoreError} Any kind.
 */
export function listIssueExceptions(
  store: Store,
  query: {
    members: readonly string[]
    range: TimeRange
    limit: number
    service?: string
    environment?: string
    release?: string
  },
  signal?: AbortSignal,
): Promise<Occurrence[]> {
  const { members, range, limit, service = '', environment = '', release = '' } = query
  const params = { members, fromNs: range.from, toNs: range.to, service, environment, release, limit }
  return store.ask({ name: 'list-issue-exceptions', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  id: z.string(),
  atNs: int64,
  release: z.string(),
  sessionId: z.string(),
  user: z.string(),
  digest: z.string(),
  hasTrace: flag,
  hasStack: flag,
  isReadable: flag,
})
