import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-first-activity.sql?raw'
import { type AskedSince, readSince } from './read-since.ts'

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

/**
 * Lists when issues had their first exceptions after a time, by service, environment and release.
 *
 * @returns By position, then by time; none for issues without exceptions since.
 * @throws {StoreError} Any kind.
 */
export function listFirstActivity(store: Store, since: AskedSince, signal?: AbortSignal): Promise<FirstActivity[]> {
  return readSince(since, params =>
    store.query({ name: 'list-first-activity', sql, params, decode: row.parse }, signal),
  )
}

const row = z.object({
  position: z.number(),
  service: z.string(),
  environment: z.string(),
  release: z.string(),
  firstNs: int64,
})
