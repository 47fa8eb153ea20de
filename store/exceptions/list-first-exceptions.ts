import { z } from 'zod'
import { traceIdColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TraceId } from '../units.ts'
import sql from './list-first-exceptions.sql?raw'

/** The oldest exception of a trace, mostly the cause of the others. */
export interface FirstException {
  readonly traceId: TraceId
  readonly type: string
  /** Cut after 300 characters. */
  readonly message: string
  /** As it was stored: perhaps of those merged since. */
  readonly issue: string
}

const MAX_CHARS = 300
/** Exceptions of a trace before its first span or after its last one, such as of a browser that reports late. */
const MARGIN_NS = 600_000_000_000n

interface FirstExceptionsQuery {
  /** At most 1000. */
  readonly traces: readonly { readonly traceId: TraceId; readonly startNs: bigint; readonly durationNs: bigint }[]
}

/**
 * Lists the oldest exception of traces, recorded at most ten minutes before or after one of them.
 *
 * @returns By trace id, without traces that have none.
 * @throws {StoreError} Any kind.
 */
export async function listFirstExceptions(
  store: Store,
  { traces }: FirstExceptionsQuery,
  signal?: AbortSignal,
): Promise<FirstException[]> {
  if (traces.length === 0) return []
  const times = traces
    .flatMap(({ startNs, durationNs }) => [startNs, startNs + durationNs])
    .toSorted((a, b) => (a < b ? -1 : 1))
  const params = {
    traceIds: traces.map(({ traceId }) => traceId),
    fromNs: (times[0] ?? 0n) - MARGIN_NS,
    toNs: (times.at(-1) ?? 0n) + MARGIN_NS,
    chars: MAX_CHARS,
    limit: traces.length,
  }
  return store.query({ name: 'list-first-exceptions', sql, params, decode: row.parse }, signal)
}

const row = z.object({ traceId: traceIdColumn, type: z.string(), message: z.string(), issue: z.string() })
