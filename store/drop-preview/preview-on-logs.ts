import type { Store } from '../store.ts'
import { type DropPreview, type DropPreviewParams, queryDropPreview } from './drop-preview.ts'
import sql from './preview-on-logs.sql?raw'

const COLUMNS = { item: 'LogAttributes', resource: 'ResourceAttributes', name: "''", kind: "''" }

/**
 * Finds which stored log records the conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isInvalidPatternError` is true for an invalid pattern.
 */
export function previewOnLogs(store: Store, query: DropPreviewParams, signal?: AbortSignal): Promise<DropPreview> {
  return queryDropPreview(store, { name: 'preview-on-logs', sql, columns: COLUMNS }, query, signal)
}
