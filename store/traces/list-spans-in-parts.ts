import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import { listSpanParents } from './list-span-parents.ts'
import { listSpans, type Span } from './list-spans.ts'

/** ClickHouse accepts 128 KiB for one parameter (http_max_field_value_size). */
const MAX_SPAN_IDS = 5_000
/** Rows of several services, or delivered again and not merged yet. */
const MAX_ROWS_PER_SPAN_ID = 20
const MAX_SPANS = 1_000_000

/**
 * Reads all spans of a trace with all their data, a part at a time: together they may be larger than the memory of the app.
 *
 * @returns Parts of up to 5,000 ids, each span once; in a part in no order. None if no span is stored.
 * @throws {StoreError} Any kind, at the first part or later.
 */
export async function* listSpansInParts(
  store: Store,
  { traceId }: { readonly traceId: TraceId },
  signal?: AbortSignal,
): AsyncGenerator<readonly Span[]> {
  const parents = await listSpanParents(store, { traceId, limit: MAX_SPANS }, signal)
  const ids = [...new Set(parents.map(({ spanId }) => spanId))]
  for (let from = 0; from < ids.length; from += MAX_SPAN_IDS) {
    const spanIds = ids.slice(from, from + MAX_SPAN_IDS)
    const spans = await listSpans(store, { traceId, spanIds, limit: MAX_SPAN_IDS * MAX_ROWS_PER_SPAN_ID }, signal)
    yield [...new Map(spans.map(span => [`${span.spanId} ${span.service}`, span])).values()]
  }
}
