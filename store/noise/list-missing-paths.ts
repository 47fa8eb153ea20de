import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, flag, int64, type TimeRange } from '../units.ts'
import type { DropFilter } from './list-drops.ts'
import sql from './list-missing-paths.sql?raw'

/** A path that ended in the 404 page: without what looks like an id, its first three segments. */
export type MissingPath = z.output<typeof row>

/**
 * Lists what was asked for and is not there. Known of senders that stamp their transactions; remembered for 37 days.
 *
 * @param options.range Compared by whole hours.
 * @param options.limit 1 to 500.
 * @returns Those that are new in the range first, then by hits, then by path.
 * @throws {StoreError} Any kind.
 */
export function listMissingPaths(
  store: Store,
  { range, service = '', release = '', hidden = [], limit }: DropFilter & { range: TimeRange; limit: number },
  signal?: AbortSignal,
): Promise<MissingPath[]> {
  const params = { fromNs: range.from, toNs: range.to, service, release, hidden, limit }
  return store.query({ name: 'list-missing-paths', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  path: z.string(),
  /** Nobody got the 404 page for it before the range. */
  isNew: flag,
  /** Traces, of which a server and a browser have one together; exact to about 200, within 5 % beyond. */
  hits: count,
  /** As far back as it is remembered. */
  firstNs: int64,
  lastNs: int64,
  /** At most four of each, by name. */
  services: z.array(z.string()),
  /** Without their query. */
  referrers: z.array(z.string()),
  releases: z.array(z.string()),
})
