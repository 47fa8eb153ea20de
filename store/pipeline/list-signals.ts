import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, int64, type Ns, type TimeRange } from '../units.ts'
import sql from './list-signals.sql?raw'

export interface Signal {
  readonly signal: 'logs' | 'metrics' | 'spans'
  /** When its newest row was stored, to the second; 0 where there is none. */
  readonly newestStoredNs: Ns
  /** Rows in the range, each counted once. */
  readonly rows: number
}

/**
 * Tells how fresh each signal is and how much of it there is.
 *
 * @param options.range Compared with the rows' own time.
 * @returns Logs, metrics, spans, in this order; always all three.
 * @throws {StoreError} Any kind.
 */
export function listSignals(store: Store, { range }: { range: TimeRange }, signal?: AbortSignal): Promise<Signal[]> {
  return store.ask(
    { name: 'list-signals', sql, params: { fromNs: range.from, toNs: range.to, limit: 3 }, decode: row.parse },
    signal,
  )
}

const row = z.object({ signal: z.enum(['logs', 'metrics', 'spans']), newestStoredNs: int64, rows: count })
