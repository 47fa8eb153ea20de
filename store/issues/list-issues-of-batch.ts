import { z } from 'zod'
import type { Store } from '../store.ts'
import sql from './list-issues-of-batch.sql?raw'
import { readByIssue } from './read-by-issue.ts'

const PAGE_ROWS = 200_000

/**
 * Lists the issues that one action changed.
 *
 * @param options.pageRows Reads so many at once, at least 2. @default 200,000
 * @throws {StoreError} Any kind.
 */
export async function listIssuesOfBatch(
  store: Store,
  { batch, pageRows = PAGE_ROWS }: { batch: string; pageRows?: number },
  signal?: AbortSignal,
): Promise<string[]> {
  const rows = await readByIssue(pageRows, afterIssue => {
    const params = { batch, afterIssue, limit: pageRows }
    return store.query({ name: 'list-issues-of-batch', sql, params, decode: row.parse }, signal)
  })
  return rows.map(({ issue }) => issue)
}

const row = z.object({ issue: z.string() })
