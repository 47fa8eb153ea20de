import { z } from 'zod'
import type { Store } from '../store.ts'
import { type TraceId, traceIdColumn } from '../units.ts'
import sql from './list-span-details.sql?raw'

interface SpanDetailsQuery {
  /** At most 1000. */
  readonly traceIds: readonly TraceId[]
  /** At most 1000. */
  readonly spanIds: readonly string[]
}

interface SpanDetail {
  readonly traceId: TraceId
  readonly spanId: string
  readonly service: string
  /** At most 300 characters. */
  readonly detail: string
}

const MAX_CHARS = 300
const MAX_ROWS = 10_000

/**
 * Lists what spans of a list worked on: the database statement, the URL, or the destination of messages. Apart from the list itself, which
 * would read the attributes of every span in its range.
 *
 * @returns By trace id, span id and service, without spans that have none of them.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/semconv/database/database-spans/ for `db.query.text`
 */
export async function listSpanDetails(
  store: Store,
  { traceIds, spanIds }: SpanDetailsQuery,
  signal?: AbortSignal,
): Promise<SpanDetail[]> {
  if (traceIds.length === 0) return []
  const params = { traceIds, spanIds, chars: MAX_CHARS, limit: MAX_ROWS }
  return await store.query({ name: 'list-span-details', sql, params, decode: row.parse }, signal)
}

const row = z.object({ traceId: traceIdColumn, spanId: z.string(), service: z.string(), detail: z.string() })
