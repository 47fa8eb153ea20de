import { diag } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import type { ResourceMetrics } from '@opentelemetry/sdk-metrics'
import { reasonOf } from './export-failure.ts'

/**
 * The stock exporter, which says itself in one line why metrics were not sent. The SDK's reader would report an error of its own, as JSON
 * with the reader's stack. What was not sent is in the next export, unless it is a gauge: sums are cumulative.
 */
export class MetricExporter extends OTLPMetricExporter {
  override export(metrics: ResourceMetrics, settle: (result: ExportResult) => void): void {
    super.export(metrics, ({ code, error }) => {
      if (code !== ExportResultCode.SUCCESS) diag.warn(`metrics were not sent: ${reasonOf(error)}`)
      settle({ code: ExportResultCode.SUCCESS })
    })
  }
}
