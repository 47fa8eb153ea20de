import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, type TimeRange } from '../units.ts'
import sql from './count-stored.sql?raw'

/** How many there are, each once. */
export interface Stored {
  readonly spans: number
  readonly logs: number
}

/**
 * Counts the spans and log records that were stored in a range, each once, however often they were delivered. It reads the ids of all of them: where
 * that is too much, its page does without.
 *
 * @param options.range An hour at most; of when they were stored, not of their own times.
 * @throws {StoreError} Any kind.
 */
export async function countStored(
  store: Store,
  { range }: { range: TimeRange },
  signal?: AbortSignal,
): Promise<Stored> {
  const params = { fromNs: range.from, toNs: range.to, limit: 2 }
  const rows = await store.ask({ name: 'count-stored', sql, params, decode: row.parse, patience: 'short' }, signal)
  const of = (name: 'spans' | 'logs') => rows.find(each => each.signal === name)?.items ?? 0
  return { spans: of('spans'), logs: of('logs') }
}

const row = z.object({ signal: z.enum(['logs', 'spans']), items: count })
