import { z } from 'zod'
import type { Store } from '../store.ts'
import { countColumn, type TimeRange } from '../units.ts'
import sql from './count-removed.sql?raw'
import type { CountPerSignal } from './count-stored.ts'

/**
 * Counts the distinct spans and log records that the drop rules removed.
 *
 * @param options.range Compared with their timestamps, by whole minutes.
 * @throws {StoreError} Any kind.
 */
export async function countRemoved(
  store: Store,
  { range }: { range: TimeRange },
  signal?: AbortSignal,
): Promise<Omit<CountPerSignal, 'points'>> {
  const params = { fromNs: range.from, toNs: range.to, limit: 1 }
  const [removed = { spans: 0, logs: 0 }] = await store.query(
    { name: 'count-removed', sql, params, decode: row.parse },
    signal,
  )
  return removed
}

const row = z.object({ spans: countColumn, logs: countColumn })
