import type { Store } from '../store.ts'
import { askRemovable, type Removable, type TryQuery } from './removable.ts'
import sql from './try-on-logs.sql?raw'

const COLUMNS = { item: 'LogAttributes', resource: 'ResourceAttributes', name: "''", kind: "''" }

/**
 * Tells which stored log records conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isPatternRefused` tells that of a pattern which is none.
 */
export function tryOnLogs(store: Store, query: TryQuery, signal?: AbortSignal): Promise<Removable> {
  return askRemovable(store, { name: 'try-on-logs', sql, columns: COLUMNS }, query, signal)
}
