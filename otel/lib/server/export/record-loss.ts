import { type Counter, diag, metrics } from '@opentelemetry/api'
import { guard } from '../../guard.ts'

export type SignalName = 'traces' | 'logs'

/**
 * `queue_full` what came while too much waited for the Collector, `export_failed` what it refused, `before_send_failed` what the app's own
 * scrubber threw at.
 */
export type LossReason = 'queue_full' | 'export_failed' | 'before_send_failed'

/** Counts and reports records that are not sent though they should have been. */
export type RecordLoss = (signal: SignalName, reason: LossReason, count: number, cause?: unknown) => void

const nouns = { traces: 'spans', logs: 'log records' } as const

/** Counts in `errata.telemetry.dropped_records`, and reports to `diag`, whose listener keeps it to once a minute. */
export function lossRecorder(scope: { readonly name: string; readonly version: string }): RecordLoss {
  // Made at the first loss: the meter is not there yet when the queues are.
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
