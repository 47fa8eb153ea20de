import type { Store } from '../store.ts'
import { type Ns, nsOfMs, type TimeRange } from '../units.ts'
import { closeEquation, type Equation } from './close-equation.ts'
import { countRemoved } from './count-removed.ts'
import { countStored } from './count-stored.ts'
import { type BrowserLoss, listBrowserLosses } from './list-browser-losses.ts'
import { type Counter, listCounters } from './list-counters.ts'
import { listQueues, type Queue } from './list-queues.ts'

/** What a server's SDK dropped before it was acknowledged. */
export interface SdkLoss {
  readonly signal: 'spans' | 'logs'
  /** `reason` of `errata.telemetry.dropped_records` in otel/SIGNALS.md. */
  readonly reason: string
  readonly items: number
}

export interface Conservation {
  /** What it is about: the last hour of what was asked for, and nothing of the last seconds. */
  readonly range: TimeRange
  readonly spans: Equation
  readonly logs: Equation
  /** How many Collectors that reported since the range began have ended: each may have taken its last seconds of counting along. */
  readonly endedCollectors: number
  /** Before it was acknowledged, as far as those that lost it could tell. */
  readonly before: {
    readonly servers: readonly SdkLoss[]
    readonly browsers: readonly BrowserLoss[]
    /** Of what was sent, what Collectors did not take; their senders were told, and most send it again. */
    readonly refused: { readonly spans: number; readonly logs: number }
  }
}

const MINUTE_NS = 60_000_000_000n
const HOUR_NS = 60n * MINUTE_NS
/** Collectors report every five seconds, and a batch takes one or two. */
const SETTLED_NS = 10_000_000_000n
/** Without a report for so long a Collector has ended. */
const SILENT_NS = 60_000_000_000n

const SIGNALS = {
  spans: { items: 'spans', data: 'traces', filtered: 'otelcol_processor_filter_spans.filtered' },
  logs: { items: 'log_records', data: 'logs', filtered: 'otelcol_processor_filter_logs.filtered' },
} as const
type Signal = keyof typeof SIGNALS

const METRICS = [
  ...Object.values(SIGNALS).flatMap(({ items, filtered }) => [
    `otelcol_receiver_accepted_${items}`,
    `otelcol_receiver_refused_${items}`,
    `otelcol_exporter_sent_${items}`,
    `otelcol_exporter_send_failed_${items}`,
    filtered,
  ]),
  'errata.telemetry.dropped_records',
]

/** The exporter of what is kept; that of the ledger sends spans that are kept as well, for their events. */
const MAIN = 'clickhouse'
const NO_ID = 'filter/no-id'
const OF_LEDGER = 'filter/noise'

/**
 * Says where everything went that was acknowledged. Acknowledged, repeated and given up is what Collectors count; stored and removed, what the store
 * has, each thing once.
 *
 * @returns `undefined` for a range that has only begun.
 * @throws {StoreError} Any kind; `timeout` where too much was stored to be counted.
 */
export async function getConservation(
  store: Store,
  { range: asked, nowMs }: { range: TimeRange; nowMs: number },
  signal?: AbortSignal,
): Promise<Conservation | undefined> {
  const range = lastHourOf(asked, nsOfMs(nowMs))
  if (range === undefined) return undefined
  const nowNs = nsOfMs(nowMs)
  const [counters, queues, stored, removed, browsers] = await Promise.all([
    listCounters(store, { metrics: METRICS, range }, signal),
    // A Collector's clock may be a little ahead.
    listQueues(store, { range: { from: range.from, to: nowNs + MINUTE_NS } }, signal),
    countStored(store, { range }, signal),
    countRemoved(store, { range }, signal),
    listBrowserLosses(store, { range }, signal),
  ])
  const alive = queues.filter(({ heardNs }) => heardNs >= nowNs - SILENT_NS)
  const close = (name: Signal) =>
    closeEquation({
      ...readCounters(counters, name),
      stored: stored[name],
      removed: removed[name],
      waitingBytes: bytesIn(alive, name),
    })
  return {
    range,
    spans: close('spans'),
    logs: close('logs'),
    endedCollectors: countCollectors(queues) - countCollectors(alive),
    before: {
      servers: counters.flatMap(sdkLoss),
      browsers,
      refused: { spans: rise(counters, refusedOf('spans')), logs: rise(counters, refusedOf('logs')) },
    },
  }
}

/** It begins with a whole minute, as the ledger counts by these. */
function lastHourOf({ from, to }: TimeRange, nowNs: Ns): TimeRange | undefined {
  const settled = nowNs - SETTLED_NS
  const end = to < settled ? to : settled
  const begin = from > end - HOUR_NS ? from : end - HOUR_NS
  return begin < end ? { from: (begin / MINUTE_NS) * MINUTE_NS, to: end } : undefined
}

function readCounters(counters: readonly Counter[], name: Signal) {
  const { items, filtered } = SIGNALS[name]
  const byRule = (isWanted: (filter: string) => boolean) =>
    rise(counters, ({ metric, attributes }) => metric === filtered && isWanted(attributes['filter'] ?? ''))
  return {
    acknowledged: rise(counters, ({ metric }) => metric === `otelcol_receiver_accepted_${items}`),
    delivered: rise(
      counters,
      ({ metric, attributes }) => metric === `otelcol_exporter_sent_${items}` && attributes['exporter'] === MAIN,
    ),
    givenUp: rise(counters, ({ metric }) => metric === `otelcol_exporter_send_failed_${items}`),
    withoutId: byRule(filter => filter === NO_ID),
    filtered: byRule(filter => filter !== NO_ID && !filter.startsWith(OF_LEDGER)),
  }
}

const refusedOf =
  (name: Signal) =>
  ({ metric }: Counter) =>
    metric === `otelcol_receiver_refused_${SIGNALS[name].items}`

function rise(counters: readonly Counter[], isWanted: (counter: Counter) => boolean): number {
  return counters.filter(isWanted).reduce((sum, counter) => sum + counter.rise, 0)
}

function bytesIn(queues: readonly Queue[], name: Signal): number {
  return queues.filter(({ data }) => data === SIGNALS[name].data).reduce((sum, { size }) => sum + size, 0)
}

function countCollectors(queues: readonly Queue[]): number {
  return new Set(queues.map(({ collector }) => collector)).size
}

function sdkLoss({ metric, attributes, rise: items }: Counter): SdkLoss[] {
  if (metric !== 'errata.telemetry.dropped_records' || items === 0) return []
  const signal = attributes['signal'] === 'traces' ? 'spans' : 'logs'
  return [{ signal, reason: attributes['reason'] ?? '', items }]
}
