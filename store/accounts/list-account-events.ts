import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns } from '../units.ts'
import sql from './list-account-events.sql?raw'

/** An event as it is stored. Whether a desk wrote it, and its content, are known only with the desks' key. */
export interface StoredAccountEvent {
  /** Id of the person, invitation, session or token. */
  readonly subject: string
  readonly atNs: Ns
  readonly id: string
  /** The type of the event; of sessions it begins with `session-`. */
  readonly what: string
  readonly sealed: string
}

/** More than a team makes in decades; above it desks refuse to decide by a part. */
const MAX_EVENTS = 1_000_000

/**
 * Lists the events of all accounts, in the order of time, then of id.
 *
 * @param options.sessionsFromNs Events of sessions are listed from here on: older sessions have ended.
 * @param options.continuedFromNs Likewise those that continue a session, which are many. @default sessionsFromNs
 * @throws {StoreError} Any kind.
 * @throws {RangeError} If there are more than a million: accounts derived from a part of them would be wrong.
 */
export async function listAccountEvents(
  store: Store,
  { sessionsFromNs, continuedFromNs = sessionsFromNs }: { sessionsFromNs: Ns; continuedFromNs?: Ns },
  signal?: AbortSignal,
): Promise<StoredAccountEvent[]> {
  const params = { sessionsFromNs, continuedFromNs, limit: MAX_EVENTS + 1 }
  const events = await store.query({ name: 'list-account-events', sql, params, decode: row.parse }, signal)
  if (events.length > MAX_EVENTS) throw new RangeError(`There are more than ${MAX_EVENTS} events of accounts`)
  return events
}

const row = z.object({ subject: z.string(), atNs: int64, id: z.string(), what: z.string(), sealed: z.string() })
