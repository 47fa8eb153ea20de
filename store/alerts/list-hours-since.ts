import { z } from 'zod'
import { issueIdParams, type Merges } from '../issues/merges.ts'
import { readWhole } from '../read-whole.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-hours-since.sql?raw'

/** The hours with exceptions of an issue since a time. */
export interface HoursSince {
  /** The position in the query, from 0. */
  readonly position: number
  /** Unix seconds, ascending. */
  readonly hours: readonly number[]
  /** At the same positions: exceptions in the hour, and sessions from the time to the end of the hour. */
  readonly exceptions: readonly number[]
  readonly sessions: readonly number[]
}

const ROWS_AT_ONCE = 100_000

/**
 * Lists the hours in which issues had exceptions since a time, whose own hour counts as a whole.
 *
 * @returns By position; none for issues without exceptions since.
 * @throws {StoreError} Any kind.
 */
export async function listHoursSince(
  store: Store,
  {
    asked,
    merges,
  }: { readonly asked: readonly { readonly issue: string; readonly sinceNs: Ns }[]; readonly merges: Merges },
  signal?: AbortSignal,
): Promise<HoursSince[]> {
  if (asked.length === 0) return []
  return readWhole([...asked.entries()], ROWS_AT_ONCE, async some => {
    const issues = some.map(([, { issue }]) => issue)
    const params = {
      ...issueIdParams([...new Set(issues)], merges),
      issues,
      sinceNs: some.map(([, { sinceNs }]) => sinceNs),
      limit: ROWS_AT_ONCE,
    }
    const rows = await store.query({ name: 'list-hours-since', sql, params, decode: row.parse }, signal)
    return rows.map(({ position, ...of }) => ({ ...of, position: some[position - 1]?.[0] ?? 0 }))
  })
}

const row = z.object({
  position: z.number(),
  hours: z.array(z.number()),
  exceptions: z.array(z.number()),
  sessions: z.array(z.number()),
})
