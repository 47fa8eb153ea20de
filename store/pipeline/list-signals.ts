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
export async function listSignals(
  store: Store,
  { range }: { range?: TimeRange },
  signal?: AbortSignal,
): Promise<StoredSignal[]> {
  const times = { fromNs: range?.from ?? 0n, toNs: range?.to ?? 0n }
  const ask = (params: typeof times & { ever: 0 | 1 }) =>
    store.query({ name: 'list-signals', sql, params: { ...params, limit: 3 }, decode: row.parse }, signal)
  const signals = await ask({ ...times, ever: 0 })
  if (signals.every(({ newestStoredNs, signal }) => signal !== 'metrics' || newestStoredNs > 0n)) return signals
  const all = await ask({ fromNs: 0n, toNs: 0n, ever: 1 })
  return signals.map((of, i) => ({ ...of, newestStoredNs: all[i]?.newestStoredNs ?? of.newestStoredNs }))
}

const row = z.object({ signal: z.enum(['logs', 'metrics', 'spans']), newestStoredNs: int64, rows: countColumn })
