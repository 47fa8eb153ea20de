import type { CounterIncrease } from '../pipeline/list-counters.ts'

/**
 * What a server's SDK reports about its own records of one signal. A record that is neither sent nor dropped is still
 * in the SDK, or was lost with its process.
 */
export interface SdkRecordCounts {
  readonly service: string
  readonly signal: 'spans' | 'logs'
  /** Records that were to be sent. */
  readonly created: number
  readonly sent: number
  readonly dropped: number
}

/** By signal, the names in otel/SIGNALS.md. */
const METRICS_BY_SIGNAL = {
  spans: {
    processed: 'otel.sdk.processor.span.processed',
    exported: 'otel.sdk.exporter.span.exported',
    attribute: 'traces',
  },
  logs: {
    processed: 'otel.sdk.processor.log.processed',
    exported: 'otel.sdk.exporter.log.exported',
    attribute: 'logs',
  },
} as const

export const DROPPED_RECORDS_METRIC = 'errata.telemetry.dropped_records'
export const CREATED_METRICS = [
  DROPPED_RECORDS_METRIC,
  ...Object.values(METRICS_BY_SIGNAL).flatMap(({ processed, exported }) => [processed, exported]),
]

/**
 * Sums what SDKs report about the records that they created, for services that report it.
 *
 * @param counters by service
 * @returns By service, spans first.
 */
export function sumCreated(counters: readonly CounterIncrease[]): SdkRecordCounts[] {
  const services = Map.groupBy(
    counters.filter(({ metric }) => CREATED_METRICS.includes(metric)),
    ({ service }) => service,
  )
  return [...services]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([service, own]) => (['spans', 'logs'] as const).flatMap(signal => sumOf(own, service, signal)))
}

function sumOf(own: readonly CounterIncrease[], service: string, signal: SdkRecordCounts['signal']): SdkRecordCounts[] {
  const { processed, exported, attribute } = METRICS_BY_SIGNAL[signal]
  const sum = (isWanted: (counter: CounterIncrease) => boolean) =>
    own.filter(isWanted).reduce((total, { rise }) => total + rise, 0)
  const isGood = ({ attributes }: CounterIncrease) => attributes['error.type'] === undefined
  // Without this counter only the drops are known.
  if (!own.some(({ metric }) => metric === processed)) return []
  const dropped = (reason: (reason: string) => boolean) =>
    sum(
      ({ metric, attributes }) =>
        metric === DROPPED_RECORDS_METRIC && attributes['signal'] === attribute && reason(attributes['reason'] ?? ''),
    )
  return [
    {
      service,
      signal,
      // Records on which the app's own scrubber failed were never counted as processed.
      created: sum(({ metric }) => metric === processed) + dropped(reason => reason === 'before_send_failed'),
      sent: sum(counter => counter.metric === exported && isGood(counter)),
      dropped: dropped(() => true),
    },
  ]
}
