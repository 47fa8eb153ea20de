import { type Counter, diag, metrics } from '@opentelemetry/api'
import { guard } from '../../guard.ts'

export type SignalName = 'traces' | 'logs'

/** `queue_full`: the queue was full; `export_failed`: the Collector refused it; `before_send_failed`: the app's own scrubber threw. */
export type LossReason = 'queue_full' | 'export_failed' | 'before_send_failed'

/** Counts and reports records that were dropped. */
export type RecordLoss = (signal: SignalName, reason: LossReason, count: number, cause?: unknown) => void

const nouns = { traces: 'spans', logs: 'log records' } as const

/** Counts in `errata.telemetry.dropped_records`, and reports to `diag`, whose listener limits it to once a minute. */
export function createLossRecorder(scope: { readonly name: string; readonly version: string }): RecordLoss {
  // Created at the first loss, because the queues are created before the meter.
  let dropped: Counter | undefined
  return (signal, reason, count, cause) =>
    guard('count of lost records', () => {
      dropped ??= metrics.getMeter(scope.name, scope.version).createCounter('errata.telemetry.dropped_records', {
        unit: '{record}',
        description: 'Spans and log records that could not be sent.',
      })
      dropped.add(count, { signal, reason })
      diag.error(`${nouns[signal]} are lost: ${reason}`, cause, count)
    })
}
