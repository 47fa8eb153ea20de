import { metrics, type ObservableResult } from '@opentelemetry/api'
import { ATTR_ERROR_TYPE } from '@opentelemetry/semantic-conventions'
import type { QueueCounts } from './export-queue.ts'
import type { SignalName } from './record-loss.ts'

const metricNouns = { traces: 'span', logs: 'log' } as const
const unitBySignal = { traces: '{span}', logs: '{log_record}' } as const

/**
 * Reports how many records were to be sent and how many were: what is processed without an `error.type` and not exported is queued. Call it
 * once the meter exists. The numbers are read when metrics are sent, so a record costs only an addition.
 *
 * @see https://opentelemetry.io/docs/specs/semconv/otel/sdk-metrics/ for `otel.sdk.processor.*.processed` and
 * `otel.sdk.exporter.*.exported` (development; as of 1.44)
 */
export function reportCounts(
  scope: { readonly name: string; readonly version: string },
  counts: Readonly<Record<SignalName, QueueCounts>>,
): void {
  const meter = metrics.getMeter(scope.name, scope.version)
  for (const signal of ['traces', 'logs'] as const) {
    const [noun, unit, of] = [metricNouns[signal], unitBySignal[signal], counts[signal]]
    meter
      .createObservableCounter(`otel.sdk.processor.${noun}.processed`, {
        unit,
        description: 'What was to be sent; with an error.type, what was not taken for that.',
      })
      .addCallback(result => observeGoodAndBad(result, { good: of.taken, bad: of.full, why: 'queue_full' }))
    meter
      .createObservableCounter(`otel.sdk.exporter.${noun}.exported`, {
        unit,
        description: 'What the receiver took; with an error.type, what it will never take.',
      })
      .addCallback(result => observeGoodAndBad(result, { good: of.sent, bad: of.failed, why: 'export_failed' }))
  }
}

function observeGoodAndBad(
  result: ObservableResult,
  { good, bad, why }: { good: number; bad: number; why: string },
): void {
  result.observe(good)
  if (bad > 0) result.observe(bad, { [ATTR_ERROR_TYPE]: why })
}
