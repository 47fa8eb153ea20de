import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import { HOUR_NS, MINUTE_NS } from '../time-units.ts'
import { type Ns, nsOfMs, type TimeRange } from '../units.ts'
import { DELAY_MINUTES } from './delay-minutes.ts'
import sql from './list-stored-by-service.sql?raw'

/** What was stored of a service in a range. */
export interface StoredOfService {
  /** '' if unnamed. */
  readonly service: string
  /** Rows: what was delivered again counts again until ClickHouse merges it. */
  readonly spans: number
  readonly logs: number
  /** Data points. */
  readonly points: number
  /** To the second. */
  readonly newestStoredNs: Ns
  /** Whole seconds from the end of a span or log record until it was stored, of those that began in the last {@link DELAY_MINUTES}; `undefined` for none. */
  readonly delay: { readonly p50: number; readonly p95: number } | undefined
}

const DELAY_NS = BigInt(DELAY_MINUTES) * MINUTE_NS

/**
 * Counts what was stored of each service in the latest hour of a range. It reads the storage times of all rows since the earliest that was
 * stored in that hour; if that takes too long, it fails.
 *
 * @param options.range Of the storage time, not of the timestamps, by whole seconds.
 * @returns Most first, then by name; at most 500 services.
 * @throws {StoreError} Any kind; `timeout` after four seconds.
 */
export async function listStoredByService(
  store: Store,
  { range: { from, to }, nowMs }: { readonly range: TimeRange; readonly nowMs: number },
  signal?: AbortSignal,
): Promise<StoredOfService[]> {
  const nowNs = nsOfMs(nowMs)
  const toNs = to < nowNs ? to : nowNs
  const fromNs = from > toNs - HOUR_NS ? from : toNs - HOUR_NS
  const params = { fromNs, toNs, lateNs: toNs - DELAY_NS, limit: 500 }
  const statement = { name: 'list-stored-by-service', sql, params, decode: decodeRow, timeoutMs: 4_000 } as const
  const services = await store.query(statement, signal)
  return services.toSorted((a, b) => countRecords(b) - countRecords(a))
}

/** Spans, log records and data points together. */
export const countRecords = ({ spans, logs, points }: StoredOfService) => spans + logs + points

const row = z.object({
  service: z.string(),
  spanRows: countColumn,
  logRows: countColumn,
  pointRows: countColumn,
  newestStoredNs: int64,
  delayedRows: countColumn,
  medianDelay: countColumn,
  p95Delay: countColumn,
})

function decodeRow(value: unknown): StoredOfService {
  const { service, spanRows, logRows, pointRows, newestStoredNs, delayedRows, medianDelay, p95Delay } = row.parse(value)
  const delay = delayedRows === 0 ? undefined : { p50: medianDelay, p95: p95Delay }
  return { service, spans: spanRows, logs: logRows, points: pointRows, newestStoredNs, delay }
}
