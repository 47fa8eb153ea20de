import { z } from 'zod'
import { booleanColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TraceId } from '../units.ts'
import sql from './list-span-parents.sql?raw'

export interface SpanParent {
  readonly spanId: string
  readonly service: string
  /** 'Server', 'Client', … */
  readonly kind: string
  /** '' for a span without a parent. */
  readonly parentSpanId: string
  /** The first span of its transaction. */
  readonly isLocalRoot: boolean
  /** Sent by a browser. */
  readonly isBrowser: boolean
  /** Its status is Error, or it has an exception. */
  readonly failed: boolean
}

export interface StoredSpanParent extends SpanParent {
  readonly startNs: Ns
}

/**
 * Lists the parents of the spans of a trace that is too large to be read completely.
 *
 * @param options.spanId A span to include in any case.
 * @param options.limit 1 to 1,000,000: of a larger trace the wanted span, roots and failures, then the oldest.
 * @returns Oldest first, each once; an empty array if no span of it is stored.
 * @throws {StoreError} Any kind.
 */
export function listSpanParents(
  store: Store,
  { traceId, spanId = '', limit = 500_000 }: { traceId: TraceId; spanId?: string | undefined; limit?: number },
  signal?: AbortSignal,
): Promise<StoredSpanParent[]> {
  return store.query(
    {
      name: 'list-span-parents',
      sql,
      params: { traceId, spanId, limit },
      decode: row.parse,
      timeoutMs: 20_000,
      isOfOneTrace: true,
    },
    signal,
  )
}

const row = z.object({
  spanId: z.string(),
  service: z.string(),
  kind: z.string(),
  parentSpanId: z.string(),
  isLocalRoot: booleanColumn,
  isBrowser: booleanColumn,
  failed: booleanColumn,
  startNs: int64,
})
