import { metrics } from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { afterEach, expect, test } from 'vitest'
import { reportCounts } from './report-counts.ts'

afterEach(() => metrics.disable())

test('what queues have counted is reported by the names of the conventions, failures apart and only where there are any', async () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] })
  metrics.setGlobalMeterProvider(provider)
  const traces = { taken: 7, full: 2, sent: 4, failed: 1 }
  const logs = { taken: 3, full: 0, sent: 3, failed: 0 }
  reportCounts({ name: 'test', version: '1' }, { traces, logs })
  traces.sent = 5
  await provider.forceFlush()

  const told = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics: made }) => made)
    .map(({ descriptor, dataPoints }) => [
      descriptor.name,
      dataPoints.map(({ value, attributes }) => [value, attributes]),
    ])
  expect(Object.fromEntries(told)).toEqual({
    'otel.sdk.processor.span.processed': [
      [7, {}],
      [2, { 'error.type': 'queue_full' }],
    ],
    'otel.sdk.exporter.span.exported': [
      [5, {}],
      [1, { 'error.type': 'export_failed' }],
    ],
    'otel.sdk.processor.log.processed': [[3, {}]],
    'otel.sdk.exporter.log.exported': [[3, {}]],
  })
  await provider.shutdown()
})
