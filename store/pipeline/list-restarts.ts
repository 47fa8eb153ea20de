import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-restarts.sql?raw'

/** A process of `npm start` that was restarted. */
export interface Restart {
  /** When the process ended, or was ended. */
  readonly atNs: Ns
  /** `engine`, `collector` or `desk` (the app). */
  readonly process: string
  /** Completes "the engine …". */
  readonly reason: string
}

/** supervisor/send-record.ts uses this name. */
const SERVICE = 'errata-stack'

/**
 * Lists the processes that the supervisor of `npm start` restarted.
 *
 * @returns Latest first, at most 20; an empty array if there were none, or if there is no such supervisor.
 * @throws {StoreError} Any kind.
 */
export function listRestarts(store: Store, { range }: { range: TimeRange }, signal?: AbortSignal): Promise<Restart[]> {
  const params = { service: SERVICE, fromNs: range.from, toNs: range.to, limit: 20 }
  return store.query({ name: 'list-restarts', sql, params, decode: row.parse }, signal)
}

const row = z.object({ atNs: int64, process: z.string(), reason: z.string() })
