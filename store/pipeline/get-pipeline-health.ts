import type { Store } from '../store.ts'
import { type Ns, nsOfMs } from '../units.ts'
import { type Delivery, listDeliveries } from './list-deliveries.ts'
import { listQueues, type Queue } from './list-queues.ts'
import { listRefusals, type Refusals } from './list-refusals.ts'

/** What keeps telemetry from arriving. */
export type Trouble =
  /** No Collector has reported lately; `heardNs` when one last did, `undefined` where none has in an hour. */
  | { readonly kind: 'silent'; readonly heardNs: Ns | undefined }
  /** A Collector refuses what is sent to it. */
  | ({ readonly kind: 'refuses' } & Refusals)
  /** A Collector has a batch under way for so long that it must be failing, or falls behind. */
  | ({ readonly kind: 'stuck'; readonly busySinceNs: Ns; readonly waiting: number } & Delivery)

export interface PipelineHealth {
  /** The Collectors that report now, by service.instance.id. */
  readonly collectors: readonly string[]
  /** An empty array when all is well. */
  readonly troubles: readonly Trouble[]
  /** Of the Collectors that report now. */
  readonly queues: readonly Queue[]
  /** Of Collectors that were heard in the last hour and are not any more, the queues that were not empty at their last report. */
  readonly leftQueues: readonly Queue[]
}

const MINUTE_MS = 60_000
/** Collectors report every five seconds; a minute allows for a batch that had to be tried again. */
export const HEARD_WITHIN_MS = MINUTE_MS
/** What happened within this counts as happening. */
export const LATELY_MS = 2 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS

/**
 * Judges the pipeline by what the Collectors last said of themselves, however many there are. It is as of now, and asks nobody but the store.
 *
 * @param options.nowMs Unix milliseconds.
 * @throws {StoreError} Any kind.
 */
export async function getPipelineHealth(
  store: Store,
  { nowMs }: { nowMs: number },
  signal?: AbortSignal,
): Promise<PipelineHealth> {
  // A Collector's clock may be a little ahead of this one.
  const range = { from: nsOfMs(nowMs - HOUR_MS), to: nsOfMs(nowMs + MINUTE_MS) }
  const lateNs = nsOfMs(nowMs - LATELY_MS)
  const [queues, deliveries, refusals] = await Promise.all([
    listQueues(store, { range }, signal),
    listDeliveries(store, { range, lateNs }, signal),
    listRefusals(store, { range, lateNs }, signal),
  ])
  return judge({ nowMs, queues, deliveries, refusals })
}

function judge({ nowMs, queues, deliveries, refusals }: Reports): PipelineHealth {
  const isHeard = ({ heardNs }: Queue) => heardNs >= nsOfMs(nowMs - HEARD_WITHIN_MS)
  const heard = queues.filter(isHeard)
  const collectors = [...new Set(heard.map(queue => queue.collector))]
  const waitingIn = (delivery: Delivery) =>
    heard.find(
      ({ collector, exporter, data }) =>
        collector === delivery.collector && exporter === delivery.exporter && data === delivery.data,
    )?.size ?? 0
  const stuck = deliveries.flatMap(delivery => {
    const { collector, busySinceNs } = delivery
    if (busySinceNs === undefined || busySinceNs > nsOfMs(nowMs - LATELY_MS) || !collectors.includes(collector))
      return []
    return [{ kind: 'stuck' as const, ...delivery, busySinceNs, waiting: waitingIn(delivery) }]
  })
  return {
    collectors,
    troubles: [
      ...(heard.length > 0 ? [] : [{ kind: 'silent' as const, heardNs: queues[0]?.heardNs }]),
      ...refusals.map(refusal => ({ kind: 'refuses' as const, ...refusal })),
      ...stuck,
    ],
    queues: heard,
    leftQueues: queues.filter(queue => !isHeard(queue) && queue.size > 0),
  }
}

interface Reports {
  readonly nowMs: number
  readonly queues: readonly Queue[]
  readonly deliveries: readonly Delivery[]
  readonly refusals: readonly Refusals[]
}
