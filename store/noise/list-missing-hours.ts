import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-missing-hours.sql?raw'

/** A path that ended in the 404 page in an hour, of one service and release. */
export type MissingHour = z.output<typeof row>

/**
 * Lists the hours in which paths ended in the 404 page.
 *
 * @param options.range Compared by whole hours.
 * @returns The latest 5,000, latest first.
 * @throws {StoreError} Any kind.
 */
export function listMissingHours(
  store: Store,
  { range }: { range: TimeRange },
  signal?: AbortSignal,
): Promise<MissingHour[]> {
  const params = { fromNs: range.from, toNs: range.to, limit: 5_000 }
  return store.query({ name: 'list-missing-hours', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  service: z.string(),
  path: z.string(),
  release: z.string(),
  hits: countColumn,
  firstNs: int64,
  lastNs: int64,
})
