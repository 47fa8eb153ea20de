import { z } from 'zod'
import { int64 } from '../columns.ts'
import type { Store } from '../store.ts'
import { MINUTE_NS } from '../time-units.ts'
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
  /** When it is full if it grows on as it has grown in the last minutes; `undefined` if it does not grow. */
  readonly fullInNs: bigint | undefined
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
    {
      name: 'list-queues',
      sql,
      params: { fromNs: range.from, toNs: range.to, rateFromNs: range.to - RATE_NS, limit: 1000 },
      decode: decodeRow,
    },
    signal,
  )
}

/** Less would be the rhythm of batches. */
const RATE_NS = 10n * MINUTE_NS
const MIN_RATE_NS = MINUTE_NS

const row = z.object({
  collector: z.string(),
  host: z.string(),
  exporter: z.string(),
  data: z.string(),
  size: z.number(),
  capacity: z.number(),
  earlierSize: z.number(),
  earlierNs: int64,
  sinceNs: int64,
  reportedNs: int64,
})

function decodeRow(value: unknown): Queue {
  const { earlierSize, earlierNs, ...queue } = row.parse(value)
  const { size, capacity, reportedNs } = queue
  const lengthNs = reportedNs - earlierNs
  const grown = size - earlierSize
  // Without a report in these minutes there is no earlier one.
  const isGrowing = earlierNs > 0n && grown > 0 && size <= capacity && lengthNs >= MIN_RATE_NS
  const fullInNs = isGrowing ? BigInt(Math.round(((capacity - size) / grown) * Number(lengthNs))) : undefined
  return { ...queue, fullInNs }
}
