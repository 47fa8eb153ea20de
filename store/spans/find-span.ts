import { z } from 'zod'
import { traceIdColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { SpanId, TraceId } from '../units.ts'
import sql from './find-span.sql?raw'

/** The trace and the service of a span. */
export interface FoundSpanPlace {
  readonly traceId: TraceId
  readonly spanId: string
  readonly service: string
}

/** No index has the ids of spans: all of them are read, 200 MB for ten million. */
const MAX_MS = 5_000

/**
 * Finds the newest span with an id.
 *
 * @returns `undefined` if none is stored
 * @throws {StoreError} Any kind.
 */
export async function findSpan(
  store: Store,
  { spanId }: { readonly spanId: SpanId },
  signal?: AbortSignal,
): Promise<FoundSpanPlace | undefined> {
  const statement = { name: 'find-span', sql, params: { spanId, limit: 1 }, decode: row.parse, timeoutMs: MAX_MS }
  const [found] = await store.query(statement, signal)
  return found
}

const row = z.object({ traceId: traceIdColumn, spanId: z.string(), service: z.string() })
