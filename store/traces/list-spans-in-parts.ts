import { onceByStart } from '../../trace/once-by-start.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import { listSpanParents } from './list-span-parents.ts'
import { listSpans, MAX_ROWS_PER_SPAN_ID, type Span } from './list-spans.ts'

/** ClickHouse accepts 128 KiB for one parameter (http_max_field_value_size). */
const MAX_SPAN_IDS = 5_000
const MAX_SPANS = 1_000_000

/**
 * Reads all spans of a trace with all their data, a part at a time: together they may be larger than the memory of the app.
 *
 * @returns Parts of up to 5,000 ids, oldest first in each, each span once. None if no span is stored.
 * @throws {StoreError} Any kind, at the first part or later.
 */
export async function* listSpansInParts(
  store: Store,
  { traceId }: { readonly traceId: TraceId },
  signal?: AbortSignal,
): AsyncGenerator<readonly Span[]> {
  const parents = await listSpanParents(store, { traceId, limit: MAX_SPANS }, signal)
  const spanIds = [...new Set(parents.map(({ spanId }) => spanId))]
  for await (const part of listSpansById(store, { traceId, spanIds }, signal)) yield onceByStart(part)
}

interface SpansById {
  readonly traceId: TraceId
  /** Any number. */
  readonly spanIds: readonly string[]
  /** Maximum of a status message and of each attribute. @default unlimited */
  readonly chars?: number | undefined
}

/**
 * Reads spans by their ids with all their data, 5,000 ids at a time.
 *
 * @returns In no order; one that was delivered twice may be there twice.
 * @throws {StoreError} Any kind, at the first part or later.
 */
export async function* listSpansById(
  store: Store,
  { traceId, spanIds, chars }: SpansById,
  signal?: AbortSignal,
): AsyncGenerator<readonly Span[]> {
  for (let from = 0; from < spanIds.length; from += MAX_SPAN_IDS) {
    const part = spanIds.slice(from, from + MAX_SPAN_IDS)
    yield await listSpans(store, { traceId, spanIds: part, chars, limit: MAX_SPAN_IDS * MAX_ROWS_PER_SPAN_ID }, signal)
  }
}
