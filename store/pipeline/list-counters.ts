import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './list-counters.sql?raw'

export interface CounterIncrease {
  readonly metric: string
  /** '' unless requested. */
  readonly service: string
  readonly attributes: Readonly<Record<string, string>>
  /** Increase in the range, over all senders and their restarts. */
  readonly rise: number
  /** Time of its newest point. */
  readonly latestNs: Ns
}

/**
 * Reads cumulative counters that arrived as metrics, including the Collector's own.
 *
 * @param options.metrics Names as stored; the Collector's are `otelcol_…`.
 * @param options.byService Reads each service separately.
 * @returns By metric, then by attributes and service, at most 1000; without counters that sent nothing in the range.
 * @throws {StoreError} Any kind.
 * @see https://opentelemetry.io/docs/specs/otel/metrics/data-model/#resets-and-gaps
 */
export function listCounters(
  store: Store,
  { metrics, range, byService = false }: { metrics: readonly string[]; range: TimeRange; byService?: boolean },
  signal?: AbortSignal,
): Promise<CounterIncrease[]> {
  const params = { metrics, fromNs: range.from, toNs: range.to, byService: byService ? 1 : 0, limit: 1000 }
  return store.query({ name: 'list-counters', sql, params, decode: row.parse }, signal)
}

const row = z.object({
  metric: z.string(),
  service: z.string(),
  attributes: z.record(z.string(), z.string()),
  rise: countColumn,
  latestNs: int64,
})
