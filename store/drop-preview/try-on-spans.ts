import type { Store } from '../store.ts'
import { askRemovable, type Removable, type TryQuery } from './removable.ts'
import sql from './try-on-spans.sql?raw'

const COLUMNS = { item: 'SpanAttributes', resource: 'ResourceAttributes', name: 'SpanName', kind: 'SpanKind' }

/**
 * Tells which stored spans conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isPatternRefused` tells that of a pattern which is none.
 */
export function tryOnSpans(store: Store, query: TryQuery, signal?: AbortSignal): Promise<Removable> {
  return askRemovable(store, { name: 'try-on-spans', sql, columns: COLUMNS }, query, signal)
}
