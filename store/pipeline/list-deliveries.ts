import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-deliveries.sql?raw'

export interface ExporterDelivery {
  /** service.instance.id of the Collector. */
  readonly collector: string
  readonly exporter: string
  /** 'traces', 'logs' or 'metrics'. */
  readonly data: string
  /** Since when batches have been in transit, retries included, and none was delivered; `undefined` if none is in transit. */
  readonly nothingSentSinceNs: Ns | undefined
}

/**
 * Reads whether the Collectors' exporters deliver, from their reports in the range. A failing batch is in transit until it is given up, a
 * delivered one while it is inserted. The reports do not tell one batch from another: one that fails while others are delivered is not found.
 *
 * @returns By Collector, exporter and data, at most 1000.
 * @throws {StoreError} Any kind.
 */
export function listDeliveries(
  store: Store,
  { range }: { range: TimeRange },
  signal?: AbortSignal,
): Promise<ExporterDelivery[]> {
  const params = { fromNs: range.from, toNs: range.to, limit: 1000 }
  return store.query({ name: 'list-deliveries', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  collector: z.string(),
  exporter: z.string(),
  data: z.string(),
  nothingSentSinceNs: int64.transform(ns => (ns === 0n ? undefined : ns)),
})
