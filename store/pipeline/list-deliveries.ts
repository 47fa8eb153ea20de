import { z } from 'zod'
import type { Store } from '../store.ts'
import { countColumn, int64, type Ns, type TimeRange } from '../units.ts'
import sql from './list-deliveries.sql?raw'

export interface ExporterDelivery {
  /** service.instance.id of the Collector. */
  readonly collector: string
  readonly exporter: string
  /** 'traces', 'logs' or 'metrics'. */
  readonly data: string
  /** Since when a batch has been in transit without a break, retries included; `undefined` if none is. */
  readonly busySinceNs: Ns | undefined
  /** Items delivered since `lateNs`. */
  readonly sentLately: number
}

/**
 * Reads whether the Collectors' exporters deliver, from their newest reports in the range. A failing batch is in transit until it is given
 * up, a delivered one while it is inserted.
 *
 * @param options.lateNs Since when items count as sent recently; within the range.
 * @returns By Collector, exporter and data, at most 1000.
 * @throws {StoreError} Any kind.
 */
export function listDeliveries(
  store: Store,
  { range, lateNs }: { range: TimeRange; lateNs: Ns },
  signal?: AbortSignal,
): Promise<ExporterDelivery[]> {
  const params = { fromNs: range.from, toNs: range.to, lateNs, limit: 1000 }
  return store.query({ name: 'list-deliveries', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  collector: z.string(),
  exporter: z.string(),
  data: z.string(),
  busySinceNs: int64.transform(ns => (ns === 0n ? undefined : ns)),
  sentLately: countColumn,
})
