import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import { type CounterIncrease, listCounters } from './list-counters.ts'
import { listSignals, type StoredSignal } from './list-signals.ts'

/** What a drop rule removed: counted before the queue can refuse, and without the last seconds of a stopped Collector, so it is a trend. */
export interface RuleDropCount {
  /** Id of the Collector's filter processor, such as `filter/health-check`. */
  readonly filter: string
  readonly signal: 'logs' | 'spans'
  readonly dropped: number
  /** When a Collector last reported the counter. */
  readonly reportedNs: Ns
}

/** What a Collector's exporter could not deliver. */
export interface ExporterLoss {
  readonly exporter: string
  readonly signal: 'logs' | 'metrics' | 'spans'
  /** 'given-up': dropped after the retry limit. 'refused': the queue was full, and the sender was notified. */
  readonly how: 'given-up' | 'refused'
  readonly items: number
}

export interface PipelineStatus {
  readonly signals: readonly StoredSignal[]
  readonly drops: readonly RuleDropCount[]
  /** Without zeros. */
  readonly losses: readonly ExporterLoss[]
}

const DROP_METRICS = new Map([
  ['otelcol_processor_filter_spans.filtered', 'spans'],
  ['otelcol_processor_filter_logs.filtered', 'logs'],
] as const)

const LOSS_METRICS = new Map([
  ['otelcol_exporter_send_failed_spans', { signal: 'spans', how: 'given-up' }],
  ['otelcol_exporter_send_failed_log_records', { signal: 'logs', how: 'given-up' }],
  ['otelcol_exporter_send_failed_metric_points', { signal: 'metrics', how: 'given-up' }],
  ['otelcol_exporter_enqueue_failed_spans', { signal: 'spans', how: 'refused' }],
  ['otelcol_exporter_enqueue_failed_log_records', { signal: 'logs', how: 'refused' }],
  ['otelcol_exporter_enqueue_failed_metric_points', { signal: 'metrics', how: 'refused' }],
] as const)

/**
 * Counts what came through the pipeline: what was received, what the drop rules removed, what was lost.
 *
 * @param options.range For drops and losses; the newest stored row is searched at all times.
 * @throws {StoreError} Any kind.
 */
export async function getPipelineStatus(
  store: Store,
  { range }: { range: TimeRange },
  signal?: AbortSignal,
): Promise<PipelineStatus> {
  const [signals, counters] = await Promise.all([
    listSignals(store, {}, signal),
    listCounters(store, { metrics: [...DROP_METRICS.keys(), ...LOSS_METRICS.keys()], range }, signal),
  ])
  return { signals, drops: counters.flatMap(dropsOf), losses: counters.flatMap(lossesOf) }
}

/** Items that the filters of drop counts skip were kept. */
const DROP_COUNT_FILTER = 'filter/noise'

function dropsOf({ metric, attributes, rise, latestNs }: CounterIncrease): RuleDropCount[] {
  return [...DROP_METRICS]
    .filter(([name]) => name === metric && attributes['filter']?.startsWith(DROP_COUNT_FILTER) !== true)
    .map(([, signal]) => ({ filter: attributes['filter'] ?? '', signal, dropped: rise, reportedNs: latestNs }))
}

function lossesOf({ metric, attributes, rise }: CounterIncrease): ExporterLoss[] {
  if (rise === 0) return []
  return [...LOSS_METRICS]
    .filter(([name]) => name === metric)
    .map(([, loss]) => ({ exporter: attributes['exporter'] ?? '', ...loss, items: rise }))
}
