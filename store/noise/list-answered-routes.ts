import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-answered-routes.sql?raw'

/** A route that answered with a status below 400. */
export type AnsweredRoute = z.output<typeof row>

/**
 * Lists the routes that answered with a status below 400.
 *
 * @returns The latest 2,000, latest first.
 * @throws {StoreError} Any kind.
 */
export function listAnsweredRoutes(
  store: Store,
  { range, services }: { range: TimeRange; services: readonly string[] },
  signal?: AbortSignal,
): Promise<AnsweredRoute[]> {
  const params = { fromNs: range.from, toNs: range.to, services, limit: 2_000 }
  return store.query({ name: 'list-answered-routes', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  service: z.string(),
  route: z.string(),
  /** The last time. */
  lastNs: int64,
  /** The release at that time. */
  release: z.string(),
})
