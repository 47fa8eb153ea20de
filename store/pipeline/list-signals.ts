import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-signals.sql?raw'

export interface StoredSignal {
  readonly signal: 'logs' | 'metrics' | 'spans'
  /** When its newest row was stored, to the second; 0 for none. */
  readonly newestStoredNs: Ns
  /** About how many distinct rows the range has: exact up to 200, within 5 % beyond; 0 without a range. */
  readonly rows: number
}

/**
 * Reads when each signal was last stored, and how many rows it has.
 *
 * @param options.range For the number of rows, which takes most of the time: compared with their timestamps, by whole five minutes.
 * @returns Logs, metrics, spans, in this order; always all three.
 * @throws {StoreError} Any kind.
 */
export function listSignals(
  store: Store,
  { range }: { range?: TimeRange },
  signal?: AbortSignal,
): Promise<StoredSignal[]> {
  const params = { fromNs: range?.from ?? 0n, toNs: range?.to ?? 0n, limit: 3 }
  return store.query({ name: 'list-signals', sql, params, decode: row.parse }, signal)
}

const row = z.object({ signal: z.enum(['logs', 'metrics', 'spans']), newestStoredNs: int64, rows: countColumn })
