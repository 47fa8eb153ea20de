import { DROP_RULES } from '../noise/drop-rules.ts'
import type { Store } from '../store.ts'
import { type Ns, nsOfMs } from '../units.ts'
import { findRefusal } from './find-refusal.ts'
import { type Canaries, listCanaries } from './list-canaries.ts'
import { type Delivery, listDeliveries } from './list-deliveries.ts'
import { listQueues, type Queue } from './list-queues.ts'
import { listRefusals, type Refusals } from './list-refusals.ts'

/** What keeps telemetry from arriving, or from being judged as the drop rules say. */
export type HealthProblem =
  /** No canary was stored lately; `newestNs` when the newest that was stored was made, `undefined` where there is none of the last hour. */
  | {
      readonly kind: 'late'
      readonly newestNs: Ns | undefined
      readonly sinceNs: Ns
      readonly reason: Reason | undefined
    }
  /** A drop rule lets pass what it must remove. */
  | { readonly kind: 'passes'; readonly rule: string }
  /** What a drop rule must remove has not come to the ledger lately. */
  | { readonly kind: 'uncounted'; readonly rule: string }
  /** No Collector has reported lately; `heardNs` when one last did, `undefined` where none has in an hour. */
  | { readonly kind: 'silent'; readonly reportedNs: Ns | undefined }
  /** A Collector refuses what is sent to it. */
  | ({ readonly kind: 'refuses' } & Refusals)
  /** A Collector has a batch under way for so long that it must be failing, or falls behind. */
  | ({ readonly kind: 'stuck'; readonly busySinceNs: Ns; readonly waiting: number } & Delivery)

/** Who does not take what is sent, and what it says. */
export interface Reason {
  readonly by: 'Collector' | 'ClickHouse'
  readonly says: string
}

/** What the desk that asks knows of the canaries that it sends itself. */
export interface CanarySender {
  /** Since when, Unix milliseconds. */
  readonly sinceMs: number
  /** Why the Collector did not take the last one. */
  readonly refusal: string | undefined
}

export interface PipelineHealth {
  /** When the newest canary that was stored was made, whichever desk's; `undefined` where none was in the last hour. */
  readonly newestNs: Ns | undefined
  /** The Collectors that report now, by service.instance.id. */
  readonly collectors: readonly string[]
  /** An empty array when all is well. */
  readonly problems: readonly HealthProblem[]
  /** Of the Collectors that report now. */
  readonly queues: readonly Queue[]
  /** Of Collectors that were heard in the last hour and are not any more, the queues that were not empty at their last report. */
  readonly leftQueues: readonly Queue[]
}

const MINUTE_MS = 60_000
/** Collectors report every five seconds; a minute allows for a batch that had to be tried again. */
export const REPORTED_WITHIN_MS = MINUTE_MS
/** What happened within this counts as happening. */
export const RECENT_MS = 2 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS
/** A canary comes every ten seconds, and takes one or two. */
export const CANARY_LATE_MS = 30_000
/** One comes a minute, and the ledger knows its minute alone. */
const PROBE_LATE_MS = 4 * MINUTE_MS

/**
 * Judges the pipeline by what was sent to see that it arrives, and by what the Collectors last said of themselves, however many there are. It is as of
 * now, and asks nobody but the store.
 *
 * @param options.nowMs Unix milliseconds.
 * @param options.canary Without it nobody expects any.
 * @throws {StoreError} Any kind.
 */
export async function getPipelineHealth(
  store: Store,
  { nowMs, canary }: { nowMs: number; canary: CanarySender | undefined },
  signal?: AbortSignal,
): Promise<PipelineHealth> {
  // A Collector's clock may be a little ahead of this one.
  const range = { from: nsOfMs(nowMs - HOUR_MS), to: nsOfMs(nowMs + MINUTE_MS) }
  const lateNs = nsOfMs(nowMs - RECENT_MS)
  const [canaries, queues, deliveries, refusals] = await Promise.all([
    canary === undefined ? [] : listCanaries(store, { range }, signal),
    listQueues(store, { range }, signal),
    listDeliveries(store, { range, lateNs }, signal),
    listRefusals(store, { range, lateNs }, signal),
  ])
  const newestNs = canaries.find(({ rule }) => rule === '')?.storedNs
  const late = canary === undefined ? [] : await findLate(store, { nowMs, canary, newestNs }, signal)
  // While nothing is stored at all, what is not counted either is no news.
  const samples = canary === undefined || late.length > 0 ? [] : findLateProbes({ nowMs, canary, canaries })
  const { problems, ...rest } = evaluateReports({ nowMs, queues, deliveries, refusals })
  return { newestNs, ...rest, problems: [...late, ...samples, ...problems] }
}

/** Whoever has only begun to send cannot miss anything yet. */
async function findLate(
  store: Store,
  { nowMs, canary, newestNs }: { nowMs: number; canary: CanarySender; newestNs: Ns | undefined },
  signal: AbortSignal | undefined,
): Promise<HealthProblem[]> {
  const lateNs = nsOfMs(nowMs - CANARY_LATE_MS)
  const sinceNs = nsOfMs(canary.sinceMs)
  if ((newestNs ?? sinceNs) >= lateNs || sinceNs >= lateNs) return []
  if (canary.refusal !== undefined) {
    return [{ kind: 'late', newestNs, sinceNs, reason: { by: 'Collector', says: canary.refusal } }]
  }
  // A batch that failed is tried again every half a minute.
  const says = await findRefusal(store, { sinceNs: nsOfMs(nowMs - MINUTE_MS) }, signal)
  return [{ kind: 'late', newestNs, sinceNs, reason: says === undefined ? undefined : { by: 'ClickHouse', says } }]
}

function findLateProbes({ nowMs, canary, canaries }: Sent): HealthProblem[] {
  const lateNs = nsOfMs(nowMs - PROBE_LATE_MS)
  return DROP_RULES.flatMap((rule): HealthProblem[] => {
    const { storedNs = 0n, removedNs = 0n } = canaries.find(of => of.rule === rule) ?? {}
    if (storedNs > lateNs && storedNs >= removedNs + nsOfMs(MINUTE_MS)) return [{ kind: 'passes', rule }]
    return removedNs < lateNs && nsOfMs(canary.sinceMs) < lateNs ? [{ kind: 'uncounted', rule }] : []
  })
}

interface Sent {
  readonly nowMs: number
  readonly canary: CanarySender
  readonly canaries: readonly Canaries[]
}

function evaluateReports({ nowMs, queues, deliveries, refusals }: Reports): Omit<PipelineHealth, 'newestNs'> {
  const isReporting = ({ reportedNs }: Queue) => reportedNs >= nsOfMs(nowMs - REPORTED_WITHIN_MS)
  const reporting = queues.filter(isReporting)
  const collectors = [...new Set(reporting.map(queue => queue.collector))]
  const waitingIn = (delivery: Delivery) =>
    reporting.find(
      ({ collector, exporter, data }) =>
        collector === delivery.collector && exporter === delivery.exporter && data === delivery.data,
    )?.size ?? 0
  const stuck = deliveries.flatMap(delivery => {
    const { collector, busySinceNs } = delivery
    if (busySinceNs === undefined || busySinceNs > nsOfMs(nowMs - RECENT_MS) || !collectors.includes(collector))
      return []
    return [{ kind: 'stuck' as const, ...delivery, busySinceNs, waiting: waitingIn(delivery) }]
  })
  return {
    collectors,
    problems: [
      ...(reporting.length > 0 ? [] : [{ kind: 'silent' as const, reportedNs: queues[0]?.reportedNs }]),
      ...refusals.map(refusal => ({ kind: 'refuses' as const, ...refusal })),
      ...stuck,
    ],
    queues: reporting,
    leftQueues: queues.filter(queue => !isReporting(queue) && queue.size > 0),
  }
}

interface Reports {
  readonly nowMs: number
  readonly queues: readonly Queue[]
  readonly deliveries: readonly Delivery[]
  readonly refusals: readonly Refusals[]
}
