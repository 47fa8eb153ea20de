import type { Store } from '../store.ts'
import { type DropPreview, type PreviewQuery, queryDropPreview } from './drop-preview.ts'
import sql from './preview-on-events.sql?raw'

const COLUMNS = { item: 'eventAttributes', resource: 'ResourceAttributes', name: 'eventName', kind: "''" }

/**
 * Finds which stored span events the conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isPatternRefused` is true for an invalid pattern.
 */
export function previewOnEvents(store: Store, query: PreviewQuery, signal?: AbortSignal): Promise<DropPreview> {
  return queryDropPreview(store, { name: 'preview-on-events', sql, columns: COLUMNS }, query, signal)
}
