import type { Store } from '../store.ts'
import { askRemovable, type Removable, type TryQuery } from './removable.ts'
import sql from './try-on-events.sql?raw'

const COLUMNS = { item: 'eventAttributes', resource: 'ResourceAttributes', name: 'eventName', kind: "''" }

/**
 * Tells which stored span events conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isPatternRefused` tells that of a pattern which is none.
 */
export function tryOnEvents(store: Store, query: TryQuery, signal?: AbortSignal): Promise<Removable> {
  return askRemovable(store, { name: 'try-on-events', sql, columns: COLUMNS }, query, signal)
}
