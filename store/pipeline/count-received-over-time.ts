import { z } from 'zod'
import type { Store } from '../store.ts'
import { countColumn, int64, type Ns, type TimeRange } from '../units.ts'
import sql from './count-received-over-time.sql?raw'

/** What Collectors counted in a bucket. */
export interface ReceivedBucket {
  /** Start of the bucket. */
  readonly bucketNs: Ns
  readonly spans: number
  readonly logs: number
  readonly points: number
  /** Items of all signals that were lost after all retries. */
  readonly lost: number
}

const RECEIVED = {
  spans: 'otelcol_receiver_accepted_spans',
  logs: 'otelcol_receiver_accepted_log_records',
  points: 'otelcol_receiver_accepted_metric_points',
} as const
const LOST = [
  'otelcol_exporter_send_failed_spans',
  'otelcol_exporter_send_failed_log_records',
  'otelcol_exporter_send_failed_metric_points',
]

/**
 * Counts what the Collectors received and lost over time, by the time of their reports.
 *
 * @param options.range Whole buckets.
 * @returns By bucket; no row for buckets in which no Collector reported.
 * @throws {StoreError} Any kind.
 */
export async function countReceivedOverTime(
  store: Store,
  { range, stepNs }: { readonly range: TimeRange; readonly stepNs: bigint },
  signal?: AbortSignal,
): Promise<ReceivedBucket[]> {
  const metrics = [...Object.values(RECEIVED), ...LOST]
  const params = { metrics, fromNs: range.from, toNs: range.to, stepNs, limit: 10_000 }
  const rows = await store.query({ name: 'count-received-over-time', sql, params, decode: row.parse }, signal)
  return [...Map.groupBy(rows, ({ bucketNs }) => bucketNs)]
    .map(([bucketNs, of]) => {
      const sum = (isOf: (metric: string) => boolean) =>
        of.reduce((total, { metric, rise }) => total + (isOf(metric) ? rise : 0), 0)
      return {
        bucketNs,
        spans: sum(metric => metric === RECEIVED.spans),
        logs: sum(metric => metric === RECEIVED.logs),
        points: sum(metric => metric === RECEIVED.points),
        lost: sum(metric => LOST.includes(metric)),
      }
    })
    .toSorted((a, b) => (a.bucketNs < b.bucketNs ? -1 : 1))
}

const row = z.object({ metric: z.string(), bucketNs: int64, rise: countColumn })
