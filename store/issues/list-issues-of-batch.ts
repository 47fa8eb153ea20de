import { z } from 'zod'
import type { Store } from '../store.ts'
import sql from './list-issues-of-batch.sql?raw'

/**
 * Lists the issues that one action changed.
 *
 * @throws {StoreError} Any kind.
 */
export async function listIssuesOfBatch(
  store: Store,
  { batch }: { batch: string },
  signal?: AbortSignal,
): Promise<string[]> {
  const params = { batch, limit: 200_000 }
  const rows = await store.query({ name: 'list-issues-of-batch', sql, params, decode: row.parse }, signal)
  return rows.map(({ issue }) => issue)
}

const row = z.object({ issue: z.string() })
