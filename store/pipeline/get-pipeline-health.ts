import { DROP_RULE_NAMES } from '../noise/drop-rules.ts'
import type { Store } from '../store.ts'
import { HOUR_MS, HOUR_NS, MINUTE_MS } from '../time-units.ts'
import { type Ns, nsOfMs } from '../units.ts'
import { findRefusal } from './find-refusal.ts'
import { findStopped, type Reporter, type Stopped } from './find-stopped.ts'
import { listCanaries, type NewestCanaries } from './list-canaries.ts'
import { type ExporterDelivery, listDeliveries } from './list-deliveries.ts'
import { listQueues, type Queue } from './list-queues.ts'
import { type CollectorRefusals, listRefusals } from './list-refusals.ts'

/** A reason why telemetry does not arrive, or why drop rules do not work. */
export type HealthProblem =
  /**
   * No recent canary was stored: of no app, or of one (`app`, as it names itself) while others arrive. `newestNs` is when the newest stored
   * one was created, `undefined` if none in the last hour.
   */
  | {
      readonly kind: 'late'
      readonly app: string | undefined
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
  /** A Collector stopped within the last hour, none was started instead, and others report. */
  | { readonly kind: 'stopped'; readonly collector: string; readonly host: string; readonly reportedNs: Ns }
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
  /** The name by which this app's canaries are known, the same after a restart. */
  readonly app: string
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
  readonly stopped: Stopped
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
/** A canary of another app may be sent again, and that app may be stopping. */
const OTHER_CANARY_LATE_AFTER_MS = MINUTE_MS
/** A roll-out starts new processes before it stops old ones. */
const ROLL_OUT = { overlapNs: nsOfMs(10 * MINUTE_MS), togetherNs: nsOfMs(2 * MINUTE_MS) }
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
  const sent = canaries.filter(({ rule, storedNs }) => rule === '' && storedNs !== undefined)
  const newestNs = sent.reduce<Ns | undefined>(
    (newest, { storedNs = 0n }) => (storedNs > (newest ?? 0n) ? storedNs : newest),
    undefined,
  )
  const late = canary === undefined ? [] : await findLate(store, { nowMs, canary, newestNs }, signal)
  const lateApps = canary === undefined || late.length > 0 ? [] : findLateApps({ nowMs, canary, canaries: sent })
  // If nothing is stored at all, missing drop counts need no report of their own.
  const lateProbes = canary === undefined || late.length > 0 ? [] : findLateProbes({ nowMs, canary, canaries })
  const { problems, ...rest } = evaluateReports({ nowMs, queues, deliveries, refusals })
  return { newestNs, ...rest, problems: [...late, ...lateApps, ...lateProbes, ...problems] }
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
    return [{ kind: 'late', app: undefined, newestNs, sinceNs, reason: { by: 'Collector', says: canary.refusal } }]
  }
  // A failed batch is retried every 30 seconds.
  const says = await findRefusal(store, { sinceNs: nsOfMs(nowMs - MINUTE_MS) }, signal)
  const reason: Rejection | undefined = says === undefined ? undefined : { by: 'ClickHouse', says }
  return [{ kind: 'late', app: undefined, newestNs, sinceNs, reason }]
}

/**
 * Apps whose canaries do not arrive while those of others do: each sends to a Collector of its own, perhaps, and that is dead. An app that
 * was stopped has said so, and one that another replaced sends no more.
 */
function findLateApps({ nowMs, canary, canaries }: CanaryState): HealthProblem[] {
  const ownSinceNs = nsOfMs(canary.sinceMs)
  const own = canaries.find(({ app }) => app === canary.app)
  const ownNs = own?.storedNs ?? ownSinceNs
  const lateNs = nsOfMs(nowMs - CANARY_LATE_AFTER_MS)
  const reason: Rejection | undefined =
    canary.refusal === undefined ? undefined : { by: 'Collector', says: canary.refusal }
  const isOwnLate = ownNs < lateNs && ownSinceNs < lateNs
  // Apps of before have no name.
  const others = canaries.filter(({ app }) => app !== canary.app && app !== '')
  const reporters = others.map(({ app, firstNs = 0n, storedNs = 0n }) => ({
    name: app,
    sinceNs: firstNs,
    reportedNs: storedNs,
  }))
  const ownReporter =
    own === undefined ? [] : [{ name: own.app, sinceNs: own.firstNs ?? 0n, reportedNs: nsOfMs(nowMs) }]
  const isReporting = ({ reportedNs }: Reporter) => reportedNs >= nsOfMs(nowMs - OTHER_CANARY_LATE_AFTER_MS)
  const { unreplaced } = findStopped([...reporters, ...ownReporter], isReporting, ROLL_OUT)
  return [
    ...(isOwnLate
      ? [{ kind: 'late' as const, app: canary.app, newestNs: own?.storedNs, sinceNs: ownSinceNs, reason }]
      : []),
    ...others
      .filter(({ app, isEnded }) => !isEnded && unreplaced.includes(app))
      .map(({ app, firstNs = 0n, storedNs }) => ({
        ...{ kind: 'late' as const, app, newestNs: storedNs, sinceNs: firstNs, reason: undefined },
      })),
  ]
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
  const isRecent = ({ reportedNs }: { readonly reportedNs: Ns }) => reportedNs >= nsOfMs(nowMs - MAX_REPORT_AGE_MS)
  const reporting = queues.filter(isRecent)
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
  const newestOf = [...Map.groupBy(queues, ({ collector }) => collector).values()].flatMap(([newest]) => newest ?? [])
  const reporters = newestOf.map(({ collector, ...times }) => ({ name: collector, ...times }))
  const stopped = findStopped(reporters, isRecent, ROLL_OUT)
  return {
    collectors,
    stopped,
    problems: [
      ...(reporting.length > 0 ? [] : [{ kind: 'silent' as const, reportedNs: queues[0]?.reportedNs }]),
      ...(reporting.length === 0 ? [] : newestOf)
        .filter(({ collector }) => stopped.unreplaced.includes(collector))
        .map(({ collector, host, reportedNs }) => ({ kind: 'stopped' as const, collector, host, reportedNs })),
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
