import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-browser-losses.sql?raw'

/** The records that browsers dropped for one reason, as far as they could report it. */
export interface BrowserLoss {
  /** `errata.telemetry.reason` of otel/SIGNALS.md. */
  readonly reason: string
  readonly spans: number
  readonly logs: number
  /** Spans or log records: what was lost before the signal was known. */
  readonly others: number
}

/**
 * Sums the records that browsers reported to have dropped. It reads the event names of all log records in the range.
 *
 * @returns Most first, at most 100.
 * @throws {StoreError} Any kind; `timeout` after four seconds.
 */
export function listBrowserLosses(
  store: Store,
  { range }: { readonly range: TimeRange },
  signal?: AbortSignal,
): Promise<BrowserLoss[]> {
  const params = { fromNs: range.from, toNs: range.to, limit: 100 }
  return store.query({ name: 'list-browser-losses', sql, params, decode: row.parse, timeoutMs: 4_000 }, signal)
}

const row = z.object({ reason: z.string(), spans: countColumn, logs: countColumn, others: countColumn })
