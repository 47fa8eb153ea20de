import type { Store } from '../store.ts'
import { type DropPreview, type DropPreviewParams, queryDropPreview } from './drop-preview.ts'
import sql from './preview-on-events.sql?raw'

const COLUMNS = { item: 'eventAttributes', resource: 'ResourceAttributes', name: 'eventName', kind: "''" }

/**
 * Finds which stored span events the conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isInvalidPatternError` is true for an invalid pattern.
 */
export function previewOnEvents(store: Store, query: DropPreviewParams, signal?: AbortSignal): Promise<DropPreview> {
  return queryDropPreview(store, { name: 'preview-on-events', sql, columns: COLUMNS }, query, signal)
}
