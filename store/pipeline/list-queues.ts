import { z } from 'zod'
import type { Store } from '../store.ts'
import { int64, type Ns, type TimeRange } from '../units.ts'
import sql from './list-queues.sql?raw'

export interface Queue {
  /** service.instance.id of the Collector: another one after each start. */
  readonly collector: string
  readonly exporter: string
  /** 'traces', 'logs' or 'metrics'. */
  readonly data: string
  /** In the queue's own unit: bytes, as collector-limits.yaml sets it. */
  readonly size: number
  readonly capacity: number
  /** Time of the newest report. */
  readonly reportedNs: Ns
}

/**
 * Reads how full the Collectors' sending queues were, as of their newest report in the range.
 *
 * @returns Most recently heard first, at most 1000; an empty array when none reported.
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
  exporter: z.string(),
  data: z.string(),
  size: z.number(),
  capacity: z.number(),
  reportedNs: int64,
})
