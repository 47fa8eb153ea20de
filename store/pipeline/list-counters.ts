import { z } from 'zod'
import type { Store } from '../store.ts'
import { count, int64, type Ns, type TimeRange } from '../units.ts'
import sql from './list-counters.sql?raw'

export interface Counter {
  readonly metric: string
  readonly attributes: Readonly<Record<string, string>>
  /** By how much it rose in the range, over all senders and their restarts. */
  readonly rise: number
  /** Time of its newest point. */
  readonly latestNs: Ns
}

/**
 * Reads cumulative counters that came in as metrics, the Collector's own among them.
 *
 * @param options.metrics Names as stored; the Collector's are `otelcol_…`.
 * @returns By metric, then by attributes, at most 1000; without those that sent nothing in the range.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/otel/metrics/data-model/#resets-and-gaps
 */
export function listCounters(
  store: Store,
  { metrics, range }: { metrics: readonly string[]; range: TimeRange },
  signal?: AbortSignal,
): Promise<Counter[]> {
  const params = { metrics, fromNs: range.from, toNs: range.to, limit: 1000 }
  return store.ask({ name: 'list-counters', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  metric: z.string(),
  attributes: z.record(z.string(), z.string()),
  rise: count,
  latestNs: int64,
})
