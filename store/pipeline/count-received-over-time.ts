import { z } from 'zod'
import { countColumn, int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import sql from './count-received-over-time.sql?raw'

/** What Collectors counted of a signal: received, and lost after all retries. */
interface SignalCount {
  readonly received: number
  readonly lost: number
}

export interface ReceivedBucket {
  /** Start of the bucket. */
  readonly bucketNs: Ns
  readonly spans: SignalCount
  readonly logs: SignalCount
  readonly points: SignalCount
}

const ITEMS = { spans: 'spans', logs: 'log_records', points: 'metric_points' } as const
const receivedMetric = (items: string) => `otelcol_receiver_accepted_${items}`
const lostMetric = (items: string) => `otelcol_exporter_send_failed_${items}`

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
  const metrics = Object.values(ITEMS).flatMap(items => [receivedMetric(items), lostMetric(items)])
  const params = { metrics, fromNs: range.from, toNs: range.to, stepNs, limit: 10_000 }
  const rows = await store.query({ name: 'count-received-over-time', sql, params, decode: row.parse }, signal)
  return [...Map.groupBy(rows, ({ bucketNs }) => bucketNs)]
    .map(([bucketNs, of]) => {
      const rise = (name: string) => of.find(({ metric }) => metric === name)?.rise ?? 0
      const count = (items: string) => ({ received: rise(receivedMetric(items)), lost: rise(lostMetric(items)) })
      return { bucketNs, spans: count(ITEMS.spans), logs: count(ITEMS.logs), points: count(ITEMS.points) }
    })
    .toSorted((a, b) => (a.bucketNs < b.bucketNs ? -1 : 1))
}

const row = z.object({ metric: z.string(), bucketNs: int64, rise: countColumn })
