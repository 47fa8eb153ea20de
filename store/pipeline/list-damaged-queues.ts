import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-damaged-queues.sql?raw'

/** A file of a Collector's queue that was damaged and moved aside. What it held is not stored. */
export interface DamagedQueue {
  readonly atNs: Ns
  /** Name of the file: exporter and signal. */
  readonly file: string
  readonly bytes: number
  /** Completes "it is damaged: …". */
  readonly fault: string
  /** Its path now, on the machine of the Collector. */
  readonly movedTo: string
}

/** supervisor/send-record.ts uses this name. */
const SERVICE = 'errata-stack'

/**
 * Lists the damaged queues that the supervisor of `npm start` moved aside.
 *
 * @returns Latest first, at most 20; an empty array if there were none, or if there is no such supervisor.
 * @throws {StoreError} Any kind.
 */
export function listDamagedQueues(
  store: Store,
  { range }: { range: TimeRange },
  signal?: AbortSignal,
): Promise<DamagedQueue[]> {
  const params = { service: SERVICE, fromNs: range.from, toNs: range.to, limit: 20 }
  return store.query({ name: 'list-damaged-queues', sql, params, decode: row.parse }, signal)
}

const row = z.object({ atNs: int64, file: z.string(), bytes: countColumn, fault: z.string(), movedTo: z.string() })
