import { z } from 'zod'
import { countColumn } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-refusals.sql?raw'

export interface CollectorRefusals {
  /** service.instance.id of the Collector. */
  readonly collector: string
  /** Items that its receivers refused, for any reason; their senders were notified. */
  readonly items: number
  /** Of these, for lack of memory. */
  readonly byMemory: number
  /** Of these, because an exporter's queue was full or could not be written. */
  readonly byQueue: number
}

/**
 * Lists the Collectors that refused items recently.
 *
 * @param options.range About an hour: a counter without a report in it before `lateNs` counts from 0.
 * @returns Most items first; an empty array if none refused anything.
 * @throws {StoreError} Any kind.
 */
export function listRefusals(
  store: Store,
  { range, lateNs }: { range: TimeRange; lateNs: Ns },
  signal?: AbortSignal,
): Promise<CollectorRefusals[]> {
  const params = { fromNs: range.from, toNs: range.to, lateNs, limit: 1000 }
  return store.query({ name: 'list-refusals', sql, params, decode: row.parse }, signal)
}

const row = z.object({ collector: z.string(), items: countColumn, byMemory: countColumn, byQueue: countColumn })
