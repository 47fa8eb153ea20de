import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-logged-span-events.sql?raw'

/** A span event that is an exception. */
export interface ExceptionSpanEvent {
  readonly atNs: Ns
  /** Equal for the two shapes of one exception (DedupeKey). */
  readonly same: bigint
}

/**
 * Finds the span events that a log record repeats.
 *
 * @param options.events At most 1000.
 * @returns The repeated ones, in no order.
 * @throws {StoreError} Any kind.
 */
export async function listLoggedSpanEvents(
  store: Store,
  { events }: { events: readonly ExceptionSpanEvent[] },
  signal?: AbortSignal,
): Promise<ExceptionSpanEvent[]> {
  if (events.length === 0) return []
  const params = { atNs: events.map(({ atNs }) => atNs), sames: events.map(({ same }) => same), limit: events.length }
  return store.query({ name: 'list-logged-span-events', sql, params, decode: row.parse }, signal)
}

interface ShapedSpanEvent extends ExceptionSpanEvent {
  readonly shape: 'log' | 'event'
}

/** @returns A filter for log records, and for events that no log record repeats; at most 1000 events. */
export async function createLoggedSpanEventFilter(
  store: Store,
  exceptions: readonly ShapedSpanEvent[],
  signal?: AbortSignal,
) {
  const events = exceptions.filter(({ shape }) => shape === 'event')
  const logged = await listLoggedSpanEvents(store, { events }, signal)
  const isLogged = new Set(logged.map(({ atNs, same }) => `${atNs} ${same}`))
  return ({ shape, atNs, same }: ShapedSpanEvent) => shape === 'log' || !isLogged.has(`${atNs} ${same}`)
}

const row = z.object({ same: int64, atNs: int64 })
