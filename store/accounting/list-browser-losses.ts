import { z } from 'zod'
import type { Store } from '../store.ts'
import { countColumn, type TimeRange } from '../units.ts'
import sql from './list-browser-losses.sql?raw'

/** What browsers dropped before it was acknowledged, as far as they could report it. */
export interface BrowserDroppedRecords {
  /** `errata.telemetry.reason` of otel/SIGNALS.md. */
  readonly reason: string
  /** Spans and log records. */
  readonly items: number
}

/**
 * Sums the records that browsers reported to have dropped.
 *
 * @returns Most first, at most 100.
 * @throws {StoreError} Any kind.
 */
export function listBrowserLosses(
  store: Store,
  { range }: { range: TimeRange },
  signal?: AbortSignal,
): Promise<BrowserDroppedRecords[]> {
  const params = { fromNs: range.from, toNs: range.to, limit: 100 }
  return store.query({ name: 'list-browser-losses', sql, params, decode: row.parse }, signal)
}

const row = z.object({ reason: z.string(), items: countColumn })
