import { type CounterIncrease, listCounters } from '../pipeline/list-counters.ts'
import { listQueues, type Queue } from '../pipeline/list-queues.ts'
import type { Store } from '../store.ts'
import { nsOfMs, type TimeRange } from '../units.ts'
import { type BrowserRecordCounts, countCreatedByBrowsers } from './count-created-by-browsers.ts'
import { countRemoved } from './count-removed.ts'
import { type CountPerSignal, countStored } from './count-stored.ts'
import { lastHourOf } from './last-hour-of.ts'
import { type BrowserDroppedRecords, listBrowserLosses } from './list-browser-losses.ts'
import { reconcile, type SignalReconciliation } from './reconcile.ts'
import { CREATED_METRICS, DROPPED_RECORDS_METRIC, type SdkRecordCounts, sumCreated } from './sum-created.ts'

/** Dropped by a server's SDK before acknowledgement. */
export interface SdkDroppedRecords {
  readonly signal: 'spans' | 'logs'
  /** `reason` of `errata.telemetry.dropped_records` in otel/SIGNALS.md. */
  readonly reason: string
  readonly items: number
}

/** How often the relay of a service answered browsers in one way. */
export interface RelayedRequests {
  /** Of the app whose relay it is. */
  readonly service: string
  /** As text, such as `200`. */
  readonly status: string
  readonly requests: number
}

export interface IngestAccounting {
  /** The covered range: the last complete hour of the requested one. */
  readonly range: TimeRange
  readonly spans: SignalReconciliation
  readonly logs: SignalReconciliation
  /** Data points. */
  readonly points: SignalReconciliation
  /** Rows written by the seeder, which bypass the Collectors and are not part of the accounting. */
  readonly seeded: CountPerSignal
  /** Collectors that stopped since the range began: each may have lost its last seconds of counters. */
  readonly endedCollectors: number
  /** Losses before acknowledgement, as far as they were reported. */
  readonly before: {
    readonly servers: readonly SdkDroppedRecords[]
    readonly browsers: readonly BrowserDroppedRecords[]
    /** By service, if its SDK reports it. */
    readonly created: readonly SdkRecordCounts[]
    /** By service, for pages that report it. */
    readonly createdByBrowsers: readonly BrowserRecordCounts[]
    /** Browser requests by the relay's service and status; rejected ones may have been retried. */
    readonly relayed: readonly RelayedRequests[]
    /** Refused by Collectors; senders were notified, and most retry. */
    readonly refused: CountPerSignal
  }
}

const MINUTE_NS = 60_000_000_000n
/** A Collector without a report for so long has stopped. */
const MAX_REPORT_AGE_NS = 60_000_000_000n

const SIGNALS = {
  spans: { items: 'spans', data: 'traces', filtered: 'otelcol_processor_filter_spans.filtered' },
  logs: { items: 'log_records', data: 'logs', filtered: 'otelcol_processor_filter_logs.filtered' },
  points: { items: 'metric_points', data: 'metrics', filtered: 'otelcol_processor_filter_datapoints.filtered' },
} as const satisfies Record<keyof CountPerSignal, object>
type Signal = keyof CountPerSignal

const ACCEPTED_METRIC_PREFIX = 'otelcol_receiver_accepted_'
const RELAY_REQUESTS_METRIC = 'errata.relay.requests'

const METRICS = [
  ...Object.values(SIGNALS).flatMap(({ items, filtered }) => [
    `${ACCEPTED_METRIC_PREFIX}${items}`,
    `otelcol_receiver_refused_${items}`,
    `otelcol_exporter_sent_${items}`,
    `otelcol_exporter_send_failed_${items}`,
    filtered,
  ]),
  ...CREATED_METRICS,
  RELAY_REQUESTS_METRIC,
]

/** The exporter of kept data; that of the drop counts also sends kept spans, for their events. */
const MAIN_EXPORTER = 'clickhouse'
/** These filters drop what cannot be stored or says nothing. A metric without data has no points and was not counted before. */
const FILTERS_OF_UNSTORABLE_ITEMS = ['filter/no-id', 'filter/no-data', 'filter/empty']
const DROP_COUNT_FILTER = 'filter/noise'

/**
 * Accounts for everything acknowledged. Acknowledged, duplicate and failed items are counted by Collectors; stored and dropped ones by the store,
 * each once.
 *
 * @returns `undefined` for a range without a complete hour.
 * @throws {StoreError} Any kind; `timeout` if too much was stored to be counted.
 */
export async function getIngestAccounting(
  store: Store,
  { range: asked, nowMs }: { range: TimeRange; nowMs: number },
  signal?: AbortSignal,
): Promise<IngestAccounting | undefined> {
  const range = lastHourOf(asked, nsOfMs(nowMs))
  if (range === undefined) return undefined
  const nowNs = nsOfMs(nowMs)
  const [counters, queues, stored, removed, browsers] = await Promise.all([
    listCounters(store, { metrics: METRICS, range, byService: true }, signal),
    // A Collector's clock may be slightly ahead.
    listQueues(store, { range: { from: range.from, to: nowNs + MINUTE_NS } }, signal),
    countStored(store, { range }, signal),
    countRemoved(store, { range }, signal),
    listBrowserLosses(store, { range }, signal),
  ])
  // Not concurrently: one of the others has a short timeout.
  const createdByBrowsers = await countCreatedByBrowsers(store, { range }, signal)
  const alive = queues.filter(({ reportedNs }) => reportedNs >= nowNs - MAX_REPORT_AGE_NS)
  const seconds = secondsCounted(counters, { range, isAlive: alive.length > 0 })
  const close = (name: Signal) =>
    reconcile({
      ...readCounters(counters, name),
      seconds,
      stored: stored.brought[name],
      nearEnds: stored.nearEnds[name],
      // Rules drop no data points.
      removed: name === 'points' ? 0 : removed[name],
      waitingBytes: bytesIn(alive, name),
    })
  return {
    range,
    spans: close('spans'),
    logs: close('logs'),
    points: close('points'),
    seeded: stored.seeded,
    endedCollectors: countCollectors(queues) - countCollectors(alive),
    before: {
      servers: sdkLosses(counters),
      browsers,
      created: sumCreated(counters),
      createdByBrowsers,
      relayed: sumRelayed(counters),
      refused: {
        spans: sumIncreases(counters, refusedOf('spans')),
        logs: sumIncreases(counters, refusedOf('logs')),
        points: sumIncreases(counters, refusedOf('points')),
      },
    },
  }
}

function readCounters(counters: readonly CounterIncrease[], name: Signal) {
  const { items, filtered } = SIGNALS[name]
  const byRule = (isWanted: (filter: string) => boolean) =>
    sumIncreases(counters, ({ metric, attributes }) => metric === filtered && isWanted(attributes['filter'] ?? ''))
  return {
    acknowledged: sumIncreases(counters, acknowledgedOf(name)),
    delivered: sumIncreases(
      counters,
      ({ metric, attributes }) =>
        metric === `otelcol_exporter_sent_${items}` && attributes['exporter'] === MAIN_EXPORTER,
    ),
    givenUp: sumIncreases(counters, ({ metric }) => metric === `otelcol_exporter_send_failed_${items}`),
    unfit: byRule(filter => FILTERS_OF_UNSTORABLE_ITEMS.includes(filter)),
    filtered: byRule(filter => !FILTERS_OF_UNSTORABLE_ITEMS.includes(filter) && !filter.startsWith(DROP_COUNT_FILTER)),
  }
}

/** For how much of the range Collectors have counted: one that has just started has not reported it yet; without Collectors nothing explains a difference. */
function secondsCounted(
  counters: readonly CounterIncrease[],
  { range: { from, to }, isAlive }: { range: TimeRange; isAlive: boolean },
): number {
  const whole = Number(to - from) / 1e9
  const counted = counters
    .filter(({ metric }) => metric.startsWith(ACCEPTED_METRIC_PREFIX))
    .map(({ beganNs }) => Number(to - beganNs) / 1e9)
  if (counted.length === 0) return isAlive ? 0 : whole
  return Math.min(whole, Math.max(0, ...counted))
}

const acknowledgedOf =
  (name: Signal) =>
  ({ metric }: CounterIncrease) =>
    metric === `${ACCEPTED_METRIC_PREFIX}${SIGNALS[name].items}`

const refusedOf =
  (name: Signal) =>
  ({ metric }: CounterIncrease) =>
    metric === `otelcol_receiver_refused_${SIGNALS[name].items}`

function sumIncreases(counters: readonly CounterIncrease[], isWanted: (counter: CounterIncrease) => boolean): number {
  return counters.filter(isWanted).reduce((sum, counter) => sum + counter.rise, 0)
}

function bytesIn(queues: readonly Queue[], name: Signal): number {
  return queues.filter(({ data }) => data === SIGNALS[name].data).reduce((sum, { size }) => sum + size, 0)
}

function countCollectors(queues: readonly Queue[]): number {
  return new Set(queues.map(({ collector }) => collector)).size
}

/** Over all services. */
function sdkLosses(counters: readonly CounterIncrease[]): SdkDroppedRecords[] {
  const lost = counters.filter(({ metric, rise: items }) => metric === DROPPED_RECORDS_METRIC && items > 0)
  return [...Map.groupBy(lost, ({ attributes }) => attributes['reason'] ?? '')].flatMap(([reason, all]) =>
    [...sumBy(all, ({ attributes }) => attributes['signal'] ?? '')].map(
      ([signal, items]): SdkDroppedRecords => ({ signal: signal === 'traces' ? 'spans' : 'logs', reason, items }),
    ),
  )
}

function sumRelayed(counters: readonly CounterIncrease[]): RelayedRequests[] {
  const relayed = counters.filter(({ metric, rise }) => metric === RELAY_REQUESTS_METRIC && rise > 0)
  return [...Map.groupBy(relayed, ({ service }) => service)].flatMap(([service, all]) =>
    [...sumBy(all, ({ attributes }) => attributes['http.response.status_code'] ?? '')].map(
      ([status, requests]): RelayedRequests => ({ service, status, requests }),
    ),
  )
}

function sumBy(
  counters: readonly CounterIncrease[],
  keyOf: (counter: CounterIncrease) => string,
): ReadonlyMap<string, number> {
  const groups = [...Map.groupBy(counters, keyOf)]
  return new Map(groups.map(([key, same]) => [key, same.reduce((sum, counter) => sum + counter.rise, 0)]))
}
