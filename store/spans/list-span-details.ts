import { z } from 'zod'
import type { Store } from '../store.ts'
import { type Ns, type TraceId, traceIdColumn } from '../units.ts'
import sql from './list-span-details.sql?raw'

interface SpanDetailsQuery {
  /** At most 1000. */
  readonly traceIds: readonly TraceId[]
  /** At most 1000. */
  readonly spanIds: readonly string[]
  /** When the spans began, as stored. */
  readonly startsNs: readonly Ns[]
}

interface SpanDetail {
  readonly traceId: TraceId
  readonly spanId: string
  readonly service: string
  /** At most 300 characters. */
  readonly detail: string
  /** The sender's time, Unix nanoseconds, if the Collector moved it; else ''. */
  readonly originalTime: string
}

const MAX_CHARS = 300
const MAX_ROWS = 10_000
const BUCKET_SECONDS = 300n
const BUCKET_NS = BUCKET_SECONDS * 1_000_000_000n

/**
 * Lists what spans of a list worked on: the database statement, the URL, or the destination of messages. Apart from the list itself, which
 * would read the attributes of every span in its range.
 *
 * @returns By trace id, span id and service, without spans that have none of them and whose time is the sender's.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/database/database-spans/ for `db.query.text`
 */
export async function listSpanDetails(
  store: Store,
  { traceIds, spanIds, startsNs }: SpanDetailsQuery,
  signal?: AbortSignal,
): Promise<SpanDetail[]> {
  if (traceIds.length === 0) return []
  const buckets = [...new Set(startsNs.map(startNs => (startNs / BUCKET_NS) * BUCKET_SECONDS))]
  const params = { traceIds, spanIds, buckets, chars: MAX_CHARS, limit: MAX_ROWS }
  return await store.query({ name: 'list-span-details', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  traceId: traceIdColumn,
  spanId: z.string(),
  service: z.string(),
  detail: z.string(),
  originalTime: z.string(),
})
