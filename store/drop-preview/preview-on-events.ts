import type { Store } from '../store.ts'
import { type DropPreview, type PreviewQuery, queryDropPreview } from './drop-preview.ts'
import sql from './preview-on-events.sql?raw'

const COLUMNS = { item: 'eventAttributes', resource: 'ResourceAttributes', name: 'eventName', kind: "''" }

/**
 * Tells which stored span events conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isPatternRefused` tells that of a pattern which is none.
 */
export function previewOnEvents(store: Store, query: PreviewQuery, signal?: AbortSignal): Promise<DropPreview> {
  return queryDropPreview(store, { name: 'preview-on-events', sql, columns: COLUMNS }, query, signal)
}
