import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-queues.sql?raw'

export interface Queue {
  /** service.instance.id of the Collector, which is new at each start. */
  readonly collector: string
  /** Name of its host; '' if it is unknown. */
  readonly host: string
  readonly exporter: string
  /** 'traces', 'logs' or 'metrics'. */
  readonly data: string
  /** In the unit of the queue: bytes, see collector-limits.yaml. */
  readonly size: number
  readonly capacity: number
  /** Time of the first report in the range. */
  readonly sinceNs: Ns
  /** Time of the newest report. */
  readonly reportedNs: Ns
}

/**
 * Reads how full the Collectors' sending queues were, from their newest reports in the range.
 *
 * @returns Latest report first, at most 1000; an empty array if none reported.
 * @throws {StoreError} Any kind.
 */
export function listQueues(store: Store, { range }: { range: TimeRange }, signal?: AbortSignal): Promise<Queue[]> {
  return store.query(
    { name: 'list-queues', sql, params: { fromNs: range.from, toNs: range.to, limit: 1000 }, decode: row.parse },
    signal,
  )
}

const row = z.object({
  collector: z.string(),
  host: z.string(),
  exporter: z.string(),
  data: z.string(),
  size: z.number(),
  capacity: z.number(),
  sinceNs: int64,
  reportedNs: int64,
})
