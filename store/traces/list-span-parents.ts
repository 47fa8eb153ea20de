import { z } from 'zod'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import sql from './list-span-parents.sql?raw'

export interface SpanParent {
  readonly spanId: string
  /** '' for a span that nothing caused. */
  readonly parentSpanId: string
}

const DEADLINE_MS = 20_000

/**
 * Lists what hangs on what in a trace that is too large to be read whole.
 *
 * @param options.limit 1 to 1,000,000.
 * @returns Oldest first; an empty array when the store has no span of it.
 * @throws {StoreError} Any kind.
 */
export function listSpanParents(
  store: Store,
  { traceId, limit = 500_000 }: { traceId: TraceId; limit?: number },
  signal?: AbortSignal,
): Promise<SpanParent[]> {
  return store.ask(
    { name: 'list-span-parents', sql, params: { traceId, limit }, decode: row.parse, deadlineMs: DEADLINE_MS },
    signal,
  )
}

const row = z.object({ spanId: z.string(), parentSpanId: z.string() })
