import type { Store } from '../store.ts'
import type { Ns, TimeRange } from '../units.ts'
import { type CounterIncrease, listCounters } from './list-counters.ts'
import { UNSTORABLE_FILTERS } from './list-losses.ts'
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

export interface PipelineStatus {
  readonly signals: readonly StoredSignal[]
  readonly drops: readonly RuleDropCount[]
}

const DROP_METRICS = new Map([
  ['otelcol_processor_filter_spans.filtered', 'spans'],
  ['otelcol_processor_filter_logs.filtered', 'logs'],
] as const)

/**
 * Tells how fresh each signal is, and what the drop rules removed.
 *
 * @param options.range For drops; the newest stored row is searched at all times.
 * @throws {StoreError} Any kind.
 */
export async function getPipelineStatus(
  store: Store,
  { range }: { range: TimeRange },
  signal?: AbortSignal,
): Promise<PipelineStatus> {
  const [signals, counters] = await Promise.all([
    listSignals(store, {}, signal),
    listCounters(store, { metrics: [...DROP_METRICS.keys()], range }, signal),
  ])
  return { signals, drops: counters.flatMap(dropsOf) }
}

/** Items that the filters of drop counts skip were kept. */
const DROP_COUNT_FILTER = 'filter/noise'

function dropsOf({ metric, attributes, rise, latestNs }: CounterIncrease): RuleDropCount[] {
  const { filter = '' } = attributes
  if (filter.startsWith(DROP_COUNT_FILTER) || UNSTORABLE_FILTERS.includes(filter)) return []
  return [...DROP_METRICS]
    .filter(([name]) => name === metric)
    .map(([, signal]) => ({ filter, signal, dropped: rise, reportedNs: latestNs }))
}
