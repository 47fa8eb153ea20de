import { z } from 'zod'
import { booleanColumn, countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import type { DropFilter } from './list-drops.ts'
import sql from './list-missing-paths.sql?raw'

/** A path that ended in the 404 page: its first three segments, without what looks like an id. */
export type MissingPath = z.output<typeof row>

/**
 * Lists the paths that ended in the 404 page, for senders that set `errata.transaction.route`; kept for 37 days.
 *
 * @param options.range Compared by whole hours.
 * @param options.limit 1 to 500.
 * @returns Paths that are new in the range first, then by hits, then by path.
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
  /** It had no hits before the range. */
  isNew: booleanColumn,
  /** Traces; the server and browser of a page view share one. Exact to about 200, within 5 % beyond. */
  hits: countColumn,
  /** First hit within the retention. */
  firstNs: int64,
  lastNs: int64,
  /** At most four of each, by name. */
  services: z.array(z.string()),
  /** Without query strings. */
  referrers: z.array(z.string()),
  releases: z.array(z.string()),
})
