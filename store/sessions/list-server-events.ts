import { z } from 'zod'
import { booleanColumn, countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TraceId } from '../units.ts'
import sql from './list-server-events.sql?raw'

/** A request that a server answered, or a log record, in a trace of a session. */
export interface ServerEvent {
  /** 16 hex digits. */
  readonly id: string
  readonly atNs: Ns
  readonly kind: 'span' | 'log'
  readonly service: string
  /** '' if there is none. */
  readonly route: string
  /** Name of the span, or the beginning of the record's body, else its event name. */
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  /** Of a request, the span that made it. '' if there is none. */
  readonly parentSpanId: string
  /** 0 for a log record. */
  readonly durationNs: Ns
  readonly failed: boolean
  /** HTTP status; 0 if there is none. */
  readonly status: number
  /** 1 to 24; 0 if unset. */
  readonly severityNumber: number
  /** How many of its kind the trace has. */
  readonly ofTrace: number
}

interface ServerEventQuery {
  /** At most 100. */
  readonly traceIds: readonly TraceId[]
  /** How many requests, and how many log records, of each trace. */
  readonly perTrace: number
}

const MAX_BODY_CHARS = 500

/**
 * Lists what servers did in the traces of a session: what has no session id. Exceptions are left out, they are events of the session.
 *
 * @returns Oldest first. Of a trace with more than `perTrace`, the failed and slowest requests, and the most severe and earliest records.
 * @throws {StoreError} Any kind.
 */
export async function listServerEvents(
  store: Store,
  { traceIds, perTrace }: ServerEventQuery,
  signal?: AbortSignal,
): Promise<ServerEvent[]> {
  if (traceIds.length === 0) return []
  const params = { traceIds, perTrace, chars: MAX_BODY_CHARS, limit: 10_000 }
  return await store.query({ name: 'list-server-events', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  id: z.string(),
  atNs: int64,
  kind: z.enum(['span', 'log']),
  service: z.string(),
  route: z.string(),
  name: z.string(),
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string(),
  durationNs: int64,
  failed: booleanColumn,
  status: z.number(),
  severityNumber: z.number(),
  ofTrace: countColumn,
})
