import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { attributes, deliverOtlp, nowNs } from '../../test/otlp/send-otlp.ts'
import { poll } from '../../test/poll.ts'
import { openIngest } from './open-ingest.ts'

test('with collector-also-otlp.yaml every signal reaches ClickHouse and another OTLP backend, and what is dropped neither', async () => {
  await using other = await openIngest()
  await using ingest = await openIngest({
    configs: [join(import.meta.dirname, '../../collector-also-otlp.yaml')],
    env: { ERRATA_ALSO_OTLP_URL: other.otelcol.httpUrl },
  })
  const run = randomUUID()
  const resource = { attributes: attributes({ 'service.name': 'also', 'test.run': run }) }
  const span = (route: string, spanId: string) => ({
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId,
    name: route,
    kind: 2,
    startTimeUnixNano: nowNs(),
    endTimeUnixNano: nowNs(),
    attributes: attributes({ 'errata.transaction.route': route }),
  })
  const spans = [span('/healthz', 'b7ad6b7169203331'), span('/basket', '00f067aa0ba902b7')]
  const point = { timeUnixNano: nowNs(), asDouble: 1 }
  const { httpUrl, browserUrl } = ingest.otelcol
  await Promise.all([
    deliverOtlp({ url: httpUrl, signal: 'traces', body: { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] } }),
    deliverOtlp({
      url: browserUrl,
      signal: 'logs',
      body: { resourceLogs: [{ resource, scopeLogs: [{ logRecords: [{ timeUnixNano: nowNs() }] }] }] },
    }),
    deliverOtlp({
      url: httpUrl,
      signal: 'metrics',
      body: {
        resourceMetrics: [{ resource, scopeMetrics: [{ metrics: [{ name: 'm', gauge: { dataPoints: [point] } }] }] }],
      },
    }),
  ])
  for (const { query } of [ingest, other]) {
    for (const [table, column, wanted] of [
      ['otel_traces', 'SpanName', '/basket'],
      ['otel_logs', 'ServiceName', 'browser'],
      ['otel_metrics_gauge', 'MetricName', 'm'],
    ]) {
      const sql = `SELECT ${column} AS it FROM ${table} WHERE ResourceAttributes['test.run'] = {run:String}`
      const rows = await poll(
        () => query(sql, { run }),
        found => found.length > 0,
      )
      expect(rows).toEqual([{ it: wanted }])
    }
  }
})
