import { z } from 'zod'
import { int64 } from '../columns.ts'
import { issueIdParams, type Merges } from '../issues/merges.ts'
import { readWhole } from '../read-whole.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-first-activity.sql?raw'

/** The first exception of an issue after a time. */
export interface FirstActivity {
  /** The position in the query, from 0. */
  readonly position: number
  readonly service: string
  readonly environment: string
  readonly release: string
  /** Within the five minutes of the time exact, else the five minutes that it was in. */
  readonly firstNs: Ns
}

const ROWS_AT_ONCE = 100_000

/**
 * Lists when issues had their first exceptions after a time, by service, environment and release.
 *
 * @returns By position, then by time; none for issues without exceptions since.
 * @throws {StoreError} Any kind.
 */
export async function listFirstActivity(
  store: Store,
  {
    asked,
    merges,
  }: { readonly asked: readonly { readonly issue: string; readonly sinceNs: Ns }[]; readonly merges: Merges },
  signal?: AbortSignal,
): Promise<FirstActivity[]> {
  if (asked.length === 0) return []
  return readWhole([...asked.entries()], ROWS_AT_ONCE, async some => {
    const issues = some.map(([, { issue }]) => issue)
    const params = {
      ...issueIdParams([...new Set(issues)], merges),
      issues,
      sinceNs: some.map(([, { sinceNs }]) => sinceNs),
      limit: ROWS_AT_ONCE,
    }
    const rows = await store.query({ name: 'list-first-activity', sql, params, decode: row.parse }, signal)
    return rows.map(({ position, ...of }) => ({ ...of, position: some[position - 1]?.[0] ?? 0 }))
  })
}

const row = z.object({
  position: z.number(),
  service: z.string(),
  environment: z.string(),
  release: z.string(),
  firstNs: int64,
})
