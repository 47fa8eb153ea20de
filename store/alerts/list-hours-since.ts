import { z } from 'zod'
import type { Store } from '../store.ts'
import sql from './list-hours-since.sql?raw'
import { type AskedSince, readSince } from './read-since.ts'

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

/**
 * Lists the hours in which issues had exceptions since a time, whose own hour counts as a whole.
 *
 * @returns By position; none for issues without exceptions since.
 * @throws {StoreError} Any kind.
 */
export function listHoursSince(store: Store, since: AskedSince, signal?: AbortSignal): Promise<HoursSince[]> {
  return readSince(since, params => store.query({ name: 'list-hours-since', sql, params, decode: row.parse }, signal))
}

const row = z.object({
  position: z.number(),
  hours: z.array(z.number()),
  exceptions: z.array(z.number()),
  sessions: z.array(z.number()),
})
