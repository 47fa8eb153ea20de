import { z } from 'zod'
import { booleanColumn, int64 } from '../columns.ts'
import type { Cursor } from '../newest-first.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './get-log.sql?raw'

/** A log record with everything that was sent. */
export interface LogRecord {
  readonly id: string
  readonly atNs: Ns
  readonly severityNumber: number
  readonly severityText: string
  readonly service: string
  /** Sent by a browser, so that anybody may have written it. */
  readonly isBrowser: boolean
  /** '' outside of a trace. */
  readonly traceId: string
  readonly spanId: string
  readonly eventName: string
  readonly scope: string
  /** The body and each attribute are cut after 20,000 characters. */
  readonly body: string
  readonly attributes: Readonly<Record<string, string>>
  readonly resource: Readonly<Record<string, string>>
}

const MAX_VALUE_CHARS = 20_000

/**
 * Reads one log record.
 *
 * @returns `undefined` if it is not stored (any longer)
 * @throws {StoreError} Any kind.
 */
export async function getLog(store: Store, { atNs, id }: Cursor, signal?: AbortSignal): Promise<LogRecord | undefined> {
  const [log] = await store.query(
    { name: 'get-log', sql, params: { atNs, id, chars: MAX_VALUE_CHARS, limit: 1 }, decode: row.parse },
    signal,
  )
  return log
}

const row = z.object({
  id: z.string(),
  atNs: int64,
  severityNumber: z.number(),
  severityText: z.string(),
  service: z.string(),
  isBrowser: booleanColumn,
  traceId: z.string(),
  spanId: z.string(),
  eventName: z.string(),
  scope: z.string(),
  body: z.string(),
  attributes: z.record(z.string(), z.string()),
  resource: z.record(z.string(), z.string()),
})
