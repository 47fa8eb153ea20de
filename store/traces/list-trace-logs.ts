import { z } from 'zod'
import { booleanColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TraceId } from '../units.ts'
import sql from './list-trace-logs.sql?raw'

export interface TraceLog {
  /** Id of the record, 16 hex digits. */
  readonly id: string
  readonly atNs: Ns
  /** '' for a record without a span. */
  readonly spanId: string
  readonly service: string
  /** Sent by a browser, so that anybody may have written it. */
  readonly isBrowser: boolean
  /** 1 to 24, by the text where the number is missing; 0 if neither tells. */
  readonly severityNumber: number
  readonly severityText: string
  readonly eventName: string
  /** The body, or the message of a JSON body. */
  readonly message: string
  /** Characters by which the message was cut. */
  readonly messageRest: number
  /** A JSON body as it was sent, '' if the message is the body. */
  readonly jsonBody: string
  readonly attributes: Readonly<Record<string, string>>
  /** True if the body or an attribute was cut. */
  readonly isCut: boolean
}

interface TraceLogsQuery {
  readonly traceId: TraceId
  readonly id?: string
  readonly chars?: number
  readonly limit?: number
}

/** Longer than any stored text. */
const UNLIMITED_CHARS = 2 ** 31

/**
 * Lists the log records of a trace, including exceptions.
 *
 * @param options.id Reads only this one, 16 hex digits.
 * @param options.chars Maximum of a body and of each attribute. @default unlimited
 * @param options.limit 1 to 5000.
 * @returns Oldest first; an empty array if it has none.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/otel/logs/data-model/#field-severitynumber
 */
export function listTraceLogs(
  store: Store,
  { traceId, id = '', chars = UNLIMITED_CHARS, limit = 1000 }: TraceLogsQuery,
  signal?: AbortSignal,
): Promise<TraceLog[]> {
  return store.query({ name: 'list-trace-logs', sql, params: { traceId, id, chars, limit }, decode: row.parse }, signal)
}

const row = z.object({
  id: z.string(),
  atNs: int64,
  spanId: z.string(),
  service: z.string(),
  isBrowser: booleanColumn,
  severityNumber: z.number(),
  severityText: z.string(),
  eventName: z.string(),
  message: z.string(),
  messageRest: z.number(),
  jsonBody: z.string(),
  attributes: z.record(z.string(), z.string()),
  isCut: booleanColumn,
})
