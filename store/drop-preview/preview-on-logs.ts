import type { Store } from '../store.ts'
import { type DropPreview, type PreviewQuery, queryDropPreview } from './drop-preview.ts'
import sql from './preview-on-logs.sql?raw'

const COLUMNS = { item: 'LogAttributes', resource: 'ResourceAttributes', name: "''", kind: "''" }

/**
 * Tells which stored log records conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isPatternRefused` tells that of a pattern which is none.
 */
export function previewOnLogs(store: Store, query: PreviewQuery, signal?: AbortSignal): Promise<DropPreview> {
  return queryDropPreview(store, { name: 'preview-on-logs', sql, columns: COLUMNS }, query, signal)
}
