import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { TimeRange } from '../units.ts'
import sql from './list-session-shares.sql?raw'

/** How many of the sessions that were read have a value of a tag. */
export type TagSessionShare = z.infer<typeof row>

/** Some thousand sessions: shares are exact to a few hundredths. */
const MAX_STEPS_READ = 20_000

/**
 * Lists tags of the sessions of services, failed or not: 'browser' (user_agent.original), 'environment' and 'release'.
 *
 * @returns By tag, then most first; an empty array if the services have no sessions.
 * @throws {StoreError} Any kind.
 */
export async function listSessionShares(
  store: Store,
  { services, range }: { services: readonly string[]; range: TimeRange },
  signal?: AbortSignal,
): Promise<TagSessionShare[]> {
  if (services.length === 0) return []
  const params = { services, fromNs: range.from, toNs: range.to, steps: MAX_STEPS_READ, limit: 1_000 }
  return await store.query({ name: 'list-session-shares', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  tag: z.enum(['browser', 'environment', 'release']),
  value: z.string(),
  has: countColumn,
  looked: countColumn,
})
