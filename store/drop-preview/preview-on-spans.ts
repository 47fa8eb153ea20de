import type { Store } from '../store.ts'
import { type DropPreview, type DropPreviewParams, queryDropPreview } from './drop-preview.ts'
import sql from './preview-on-spans.sql?raw'

const COLUMNS = { item: 'SpanAttributes', resource: 'ResourceAttributes', name: 'SpanName', kind: 'SpanKind' }

/**
 * Finds which stored spans the conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isInvalidPatternError` is true for an invalid pattern.
 */
export function previewOnSpans(store: Store, query: DropPreviewParams, signal?: AbortSignal): Promise<DropPreview> {
  return queryDropPreview(store, { name: 'preview-on-spans', sql, columns: COLUMNS }, query, signal)
}
