import { DROP_RULE_NAMES } from '../noise/drop-rules.ts'
import type { Store } from '../store.ts'
import { HOUR_MS, HOUR_NS, MINUTE_MS } from '../time-units.ts'
import { type Ns, nsOfMs } from '../units.ts'
import { findRefusal } from './find-refusal.ts'
import { findStoppedCollectors, type StoppedCollectors } from './find-stopped-collectors.ts'
import { listCanaries, type NewestCanaries } from './list-canaries.ts'
import { type ExporterDelivery, listDeliveries } from './list-deliveries.ts'
import { listQueues, type Queue } from './list-queues.ts'
import { type CollectorRefusals, listRefusals } from './list-refusals.ts'

/** A reason why telemetry does not arrive, or why drop rules do not work. */
export type HealthProblem =
  /** No recent canary was stored. `newestNs` is when the newest stored one was created, `undefined` if none in the last hour. */
  | {
      readonly kind: 'late'
      readonly newestNs: Ns | undefined
      readonly sinceNs: Ns
      readonly reason: Rejection | undefined
    }
  /** A drop rule does not drop its probe. */
  | { readonly kind: 'passes'; readonly rule: string }
  /** No recent probe of a drop rule was counted as dropped. */
  | { readonly kind: 'uncounted'; readonly rule: string }
  /** No Collector has reported recently; `reportedNs` is the time of the last report, `undefined` if none in the last hour. */
  | { readonly kind: 'silent'; readonly reportedNs: Ns | undefined }
  /** A Collector refuses data. */
  | ({ readonly kind: 'refuses' } & CollectorRefusals)
  /** An exporter with data in its queue has delivered none for minutes: so old is the oldest of it, at least. */
  | ({ readonly kind: 'stuck'; readonly nothingSentSinceNs: Ns; readonly waiting: number } & ExporterDelivery)
  /** A queue is full soon if it grows on like this; then senders are refused. */
  | ({ readonly kind: 'filling'; readonly fullInNs: bigint } & Pick<Queue, 'collector' | 'exporter' | 'data'>)

/** Who rejects data, and with which message. */
export interface Rejection {
  readonly by: 'Collector' | 'ClickHouse'
  readonly says: string
}

/** State of the canaries that this instance sends. */
export interface CanarySender {
  /** Since when, Unix milliseconds. */
  readonly sinceMs: number
  /** Why the Collector rejected the last one. */
  readonly refusal: string | undefined
}

export interface PipelineHealth {
  /** When the newest stored canary of any instance was created; `undefined` if none in the last hour. */
  readonly newestNs: Ns | undefined
  /** Reporting Collectors, by service.instance.id. */
  readonly collectors: readonly string[]
  /** Empty when healthy. */
  readonly problems: readonly HealthProblem[]
  /** Queues of reporting Collectors. */
  readonly queues: readonly Queue[]
  /** Those that stopped reporting within the last hour. */
  readonly stopped: StoppedCollectors
  /** Queues of those that none replaced, if not empty at the last report; none while no Collector reports, because then one may send them. */
  readonly leftQueues: readonly Queue[]
}

/** Collectors report every five seconds; a minute allows for a retried batch. */
export const MAX_REPORT_AGE_MS = MINUTE_MS
/** Events within this time count as current. */
export const MAX_RECENT_EVENT_AGE_MS = 2 * MINUTE_MS
/** A canary is sent every ten seconds, and arrives after one or two. */
export const CANARY_LATE_AFTER_MS = 30_000
/** A queue that is full later is left out of the problems: what fills it may end. */
const FULL_SOON_NS = HOUR_NS
/** Below, a queue holds the batches that are on their way. */
const MIN_FILLED = 0.02
/** Probes are sent once a minute, and drops are counted by minute. */
const PROBE_LATE_MS = 4 * MINUTE_MS

/**
 * Evaluates the pipeline by canaries, probes and the latest reports of all Collectors, as of now.
 *
 * @param options.nowMs Unix milliseconds.
 * @param options.canary Without it no canary is expected.
 * @throws {StoreError} Any kind.
 */
export async function getPipelineHealth(
  store: Store,
  { nowMs, canary }: { nowMs: number; canary: CanarySender | undefined },
  signal?: AbortSignal,
): Promise<PipelineHealth> {
  // A Collector's clock may be slightly ahead.
  const range = { from: nsOfMs(nowMs - HOUR_MS), to: nsOfMs(nowMs + MINUTE_MS) }
  const lateNs = nsOfMs(nowMs - MAX_RECENT_EVENT_AGE_MS)
  const [canaries, queues, deliveries, refusals] = await Promise.all([
    canary === undefined ? [] : listCanaries(store, { range }, signal),
    listQueues(store, { range }, signal),
    listDeliveries(store, { range }, signal),
    listRefusals(store, { range, lateNs }, signal),
  ])
  const newestNs = canaries.find(({ rule }) => rule === '')?.storedNs
  const late = canary === undefined ? [] : await findLate(store, { nowMs, canary, newestNs }, signal)
  // If nothing is stored at all, missing drop counts need no report of their own.
  const lateProbes = canary === undefined || late.length > 0 ? [] : findLateProbes({ nowMs, canary, canaries })
  const { problems, ...rest } = evaluateReports({ nowMs, queues, deliveries, refusals })
  return { newestNs, ...rest, problems: [...late, ...lateProbes, ...problems] }
}

/** An instance that has just started has no late canaries yet. */
async function findLate(
  store: Store,
  { nowMs, canary, newestNs }: { nowMs: number; canary: CanarySender; newestNs: Ns | undefined },
  signal: AbortSignal | undefined,
): Promise<HealthProblem[]> {
  const lateNs = nsOfMs(nowMs - CANARY_LATE_AFTER_MS)
  const sinceNs = nsOfMs(canary.sinceMs)
  if ((newestNs ?? sinceNs) >= lateNs || sinceNs >= lateNs) return []
  if (canary.refusal !== undefined) {
    return [{ kind: 'late', newestNs, sinceNs, reason: { by: 'Collector', says: canary.refusal } }]
  }
  // A failed batch is retried every 30 seconds.
  const says = await findRefusal(store, { sinceNs: nsOfMs(nowMs - MINUTE_MS) }, signal)
  return [{ kind: 'late', newestNs, sinceNs, reason: says === undefined ? undefined : { by: 'ClickHouse', says } }]
}

function findLateProbes({ nowMs, canary, canaries }: CanaryState): HealthProblem[] {
  const lateNs = nsOfMs(nowMs - PROBE_LATE_MS)
  return DROP_RULE_NAMES.flatMap((rule): HealthProblem[] => {
    const { storedNs = 0n, removedNs = 0n } = canaries.find(of => of.rule === rule) ?? {}
    if (storedNs > lateNs && storedNs >= removedNs + nsOfMs(MINUTE_MS)) return [{ kind: 'passes', rule }]
    return removedNs < lateNs && nsOfMs(canary.sinceMs) < lateNs ? [{ kind: 'uncounted', rule }] : []
  })
}

interface CanaryState {
  readonly nowMs: number
  readonly canary: CanarySender
  readonly canaries: readonly NewestCanaries[]
}

function evaluateReports({ nowMs, queues, deliveries, refusals }: CollectorReports): Omit<PipelineHealth, 'newestNs'> {
  const isReporting = ({ reportedNs }: Queue) => reportedNs >= nsOfMs(nowMs - MAX_REPORT_AGE_MS)
  const reporting = queues.filter(isReporting)
  const collectors = [...new Set(reporting.map(queue => queue.collector))]
  const waitingIn = (delivery: ExporterDelivery) =>
    reporting.find(
      ({ collector, exporter, data }) =>
        collector === delivery.collector && exporter === delivery.exporter && data === delivery.data,
    )?.size ?? 0
  const stuck = deliveries.flatMap(delivery => {
    const { nothingSentSinceNs } = delivery
    const waiting = waitingIn(delivery)
    if (nothingSentSinceNs === undefined || nothingSentSinceNs > nsOfMs(nowMs - MAX_RECENT_EVENT_AGE_MS)) return []
    return waiting === 0 ? [] : [{ kind: 'stuck' as const, ...delivery, nothingSentSinceNs, waiting }]
  })
  const stopped = findStoppedCollectors(queues, isReporting)
  return {
    collectors,
    stopped,
    problems: [
      ...(reporting.length > 0 ? [] : [{ kind: 'silent' as const, reportedNs: queues[0]?.reportedNs }]),
      ...refusals.map(refusal => ({ kind: 'refuses' as const, ...refusal })),
      ...stuck,
      ...reporting.flatMap(({ collector, exporter, data, size, capacity, fullInNs }) =>
        fullInNs === undefined || fullInNs > FULL_SOON_NS || size < capacity * MIN_FILLED
          ? []
          : [{ kind: 'filling' as const, collector, exporter, data, fullInNs }],
      ),
    ],
    queues: reporting,
    leftQueues:
      reporting.length === 0
        ? []
        : queues.filter(({ collector, size }) => size > 0 && stopped.unreplaced.includes(collector)),
  }
}

interface CollectorReports {
  readonly nowMs: number
  readonly queues: readonly Queue[]
  readonly deliveries: readonly ExporterDelivery[]
  readonly refusals: readonly CollectorRefusals[]
}
