import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import sql from './get-search-progress.sql?raw'

/** 0 of 0 before a query runs, and after it. */
export interface SearchProgress {
  readonly readRows: number
  /** As far as ClickHouse knows yet. */
  readonly totalRows: number
}

/**
 * Reads how far the queries are whose policy has the prefix of ids.
 *
 * @throws {StoreError} Any kind; `denied` where the user may not read system.processes.
 */
export async function getSearchProgress(
  store: Store,
  { idPrefix }: { readonly idPrefix: string },
  signal?: AbortSignal,
): Promise<SearchProgress> {
  const statement = { name: 'get-search-progress', sql, params: { idPrefix, limit: 1 }, decode: row.parse }
  const [progress] = await store.query(statement, signal)
  return progress ?? { readRows: 0, totalRows: 0 }
}

const row = z.object({ readRows: countColumn, totalRows: countColumn })
