import type { Store } from '../store.ts'
import { type DropPreview, type PreviewQuery, queryDropPreview } from './drop-preview.ts'
import sql from './preview-on-spans.sql?raw'

const COLUMNS = { item: 'SpanAttributes', resource: 'ResourceAttributes', name: 'SpanName', kind: 'SpanKind' }

/**
 * Tells which stored spans conditions would have removed.
 *
 * @throws {StoreError} Any kind; `isPatternRefused` tells that of a pattern which is none.
 */
export function previewOnSpans(store: Store, query: PreviewQuery, signal?: AbortSignal): Promise<DropPreview> {
  return queryDropPreview(store, { name: 'preview-on-spans', sql, columns: COLUMNS }, query, signal)
}
