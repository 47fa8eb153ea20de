import { z } from 'zod'
import type { Store } from '../store.ts'
import { int64, type Ns } from '../units.ts'
import sql from './list-logged-events.sql?raw'

/** A span event that is an exception. */
export interface ExceptionEvent {
  readonly atNs: Ns
  /** Equal for the two shapes of one exception. */
  readonly same: bigint
}

/**
 * Finds of which exceptions a log record tells as well.
 *
 * @param options.events At most 1000.
 * @returns Those of the events that are told of twice, in no order.
 * @throws {StoreError} Any kind.
 */
export async function listLoggedEvents(
  store: Store,
  { events }: { events: readonly ExceptionEvent[] },
  signal?: AbortSignal,
): Promise<ExceptionEvent[]> {
  if (events.length === 0) return []
  const params = { atNs: events.map(({ atNs }) => atNs), sames: events.map(({ same }) => same), limit: events.length }
  return store.ask({ name: 'list-logged-events', sql, params, decode: row.parse }, signal)
}

const row = z.object({ same: int64, atNs: int64 })
