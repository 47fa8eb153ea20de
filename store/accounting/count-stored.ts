import { z } from 'zod'
import type { Store } from '../store.ts'
import { countColumn, type TimeRange } from '../units.ts'
import sql from './count-stored.sql?raw'

/** Distinct items. */
export interface CountPerSignal {
  readonly spans: number
  readonly logs: number
  /** A data point is identified by metric, series and time. */
  readonly points: number
}

export interface StoredCounts {
  /** Written by Collectors, or by a sender that does not say otherwise. */
  readonly brought: CountPerSignal
  /** Written by `npm run seed -- --direct`, which bypasses the Collectors. */
  readonly seeded: CountPerSignal
  /** Of `brought`, how many were stored within {@link INGEST_SETTLING_SECONDS} before or after either end of the range. */
  readonly nearEnds: CountPerSignal
}

/** Collectors report every five seconds, and a batch takes one or two. */
export const INGEST_SETTLING_SECONDS = 10

/** seed/encode-rows.ts marks its rows with this name. */
export const DIRECT_SEED_NAME = 'seed --direct'

/**
 * Counts the distinct spans, log records and data points that were stored in a range. It reads all their ids; if that
 * takes too long, the page is shown without these counts.
 *
 * @param options.range At most an hour; of the storage time, not of their timestamps.
 * @throws {StoreError} Any kind.
 */
export async function countStored(
  store: Store,
  { range }: { range: TimeRange },
  signal?: AbortSignal,
): Promise<StoredCounts> {
  const params = {
    fromNs: range.from,
    toNs: range.to,
    near: INGEST_SETTLING_SECONDS,
    direct: DIRECT_SEED_NAME,
    limit: 3,
  }
  const statement = { name: 'count-stored', sql, params, decode: row.parse, timeoutMs: 2_000 } as const
  const rows = await store.query(statement, signal)
  const ofEach = (numberOf: (of: z.infer<typeof row>) => number): CountPerSignal => {
    const numbers = rows.map(of => [of.signal, numberOf(of)] as const)
    return { spans: 0, logs: 0, points: 0, ...Object.fromEntries(numbers) }
  }
  return {
    brought: ofEach(({ items, direct }) => items - direct),
    seeded: ofEach(({ direct }) => direct),
    nearEnds: ofEach(({ nearEnds }) => nearEnds),
  }
}

const row = z.object({
  signal: z.enum(['logs', 'points', 'spans']),
  items: countColumn,
  direct: countColumn,
  nearEnds: countColumn,
})
