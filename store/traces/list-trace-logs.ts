import { z } from 'zod'
import type { Store } from '../store.ts'
import { int64, type Ns, type TraceId } from '../units.ts'
import sql from './list-trace-logs.sql?raw'

export interface TraceLog {
  /** Of the record, 16 hex digits. */
  readonly id: string
  readonly atNs: Ns
  /** '' for a record that belongs to the trace but to no span. */
  readonly spanId: string
  readonly service: string
  /** 1 to 24, 0 where the sender gave none. */
  readonly severityNumber: number
  readonly severityText: string
  readonly eventName: string
  readonly body: string
  readonly attributes: Readonly<Record<string, string>>
}

/**
 * Lists the log records of a trace, exceptions among them.
 *
 * @param options.limit 1 to 5000.
 * @returns Oldest first; an empty array when it has none.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber
 */
export function listTraceLogs(
  store: Store,
  { traceId, limit = 1000 }: { traceId: TraceId; limit?: number },
  signal?: AbortSignal,
): Promise<TraceLog[]> {
  return store.ask({ name: 'list-trace-logs', sql, params: { traceId, limit }, decode: row.parse }, signal)
}

const row = z.object({
  id: z.string(),
  atNs: int64,
  spanId: z.string(),
  service: z.string(),
  severityNumber: z.number(),
  severityText: z.string(),
  eventName: z.string(),
  body: z.string(),
  attributes: z.record(z.string(), z.string()),
})
