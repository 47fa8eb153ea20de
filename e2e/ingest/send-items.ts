import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { attributes, deliverOtlp, type Encoding, nowNs, type Signal } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { type IngestPipeline, residentMib, scrapeMetrics, sumMetric } from './open-ingest.ts'

export const randomHexId = (bytes: number) => randomBytes(bytes).toString('hex')

export function otlpTestSpan({ start = nowNs(), lengthNs = 0n, events = [] as object[] } = {}) {
  return {
    traceId: randomHexId(16),
    spanId: randomHexId(8),
    name: 'x',
    kind: 2,
    startTimeUnixNano: start,
    // Beyond the last representable time it would wrap.
    endTimeUnixNano: BigInt.asUintN(64, start + lengthNs) < start ? start : start + lengthNs,
    events,
  }
}

export function otlpTestGauge(times: readonly bigint[]) {
  return { gauge: { dataPoints: times.map(at => ({ timeUnixNano: at, startTimeUnixNano: at, asDouble: 1 })) } }
}

/** Sends one resource's items under a new service name, which it returns. */
export async function sendItems(
  ingest: IngestPipeline,
  signal: Signal,
  items: object,
  { more = [], encoding = 'protobuf' }: { more?: readonly object[]; encoding?: Encoding } = {},
): Promise<string> {
  const service = randomUUID()
  const key = { traces: 'resourceSpans', logs: 'resourceLogs', metrics: 'resourceMetrics' }[signal]
  const resource = { attributes: [...more, ...attributes({ 'service.name': service })] }
  await deliverOtlp({ url: ingest.otelcol.httpUrl, signal, body: { [key]: [{ resource, ...items }] }, encoding })
  return service
}

/** Waits until a service has this many rows, and returns the selected columns. */
export function waitForServiceRows(
  ingest: IngestPipeline,
  count: number,
  service: string,
  select: string,
  table: string,
) {
  return poll(
    () => ingest.query(`${select} FROM ${table} FINAL WHERE ServiceName = {service:String}`, { service }),
    rows => rows.length >= count,
    60_000,
  )
}

/** The next request is stored: no consumer of the queue is blocked, and nothing is being retried. */
export async function expectQueueNotBlocked(ingest: IngestPipeline): Promise<void> {
  const [traces, logs, metrics] = await Promise.all([
    sendItems(ingest, 'traces', { scopeSpans: [{ spans: [otlpTestSpan()] }] }),
    sendItems(ingest, 'logs', { scopeLogs: [{ logRecords: [{ timeUnixNano: nowNs() }] }] }),
    sendItems(ingest, 'metrics', { scopeMetrics: [{ metrics: [{ name: 'm', ...otlpTestGauge([nowNs()]) }] }] }),
  ])
  await Promise.all([
    waitForServiceRows(ingest, 1, traces, 'SELECT 1', 'otel_traces'),
    waitForServiceRows(ingest, 1, logs, 'SELECT 1', 'otel_logs'),
    waitForServiceRows(ingest, 1, metrics, 'SELECT 1', 'otel_metrics_gauge'),
  ])
  expect(ingest.otelcol.failedExports()).toBe(0)
  expect(ingest.otelcol.log()).not.toContain('dropping items')
  const counters = await scrapeMetrics(ingest.otelcol.metricsUrl)
  const lost = ['spans', 'log_records', 'metric_points'].flatMap(items =>
    ['send', 'enqueue'].map(step => sumMetric(counters, `otelcol_exporter_${step}_failed_${items}`)),
  )
  expect(lost).toEqual([0, 0, 0, 0, 0, 0])
}

/** @returns A function that ends the measurement and returns the Collector's peak in MiB. */
export function watchMemory({ otelcol: { pid } }: IngestPipeline): () => Promise<number> {
  let most = 0
  const look = async () => {
    most = Math.max(most, await residentMib(pid))
  }
  const timer = setInterval(look, 50)
  return async () => {
    clearInterval(timer)
    await look()
    return most
  }
}
