import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Store } from '../../store/store.ts'
import type { TestEngine } from '../../test/engine/start-engine.ts'

/** Copies the spans of a filled store into the tables that the exporter creates itself. */
export async function fillExporterTables(engine: TestEngine): Promise<void> {
  const statements = readFileSync(join(import.meta.dirname, 'exporter-tables.sql'), 'utf8').split(/;\s*$/m)
  for (const body of statements.filter(sql => sql.trim() !== '')) {
    const { status, text } = await engine.send({ body, query: { max_execution_time: '0' } })
    if (status !== 200) throw new Error(`The engine answered ${status}: ${text}`)
  }
}

const COLUMNS =
  'Timestamp, TraceId, SpanId, ParentSpanId, ServiceName, SpanName, SpanKind, Duration, StatusCode, StatusMessage'

/**
 * What people ask of those tables, as Grafana and HyperDX write it. Lists find the same spans, each in one statement over the whole day; ours go
 * back in one or two windows, each of which costs some 10 ms of planning, and return what the spans worked on. Their key begins with the service,
 * which favors `list.service-and-status`. Their percentiles are estimates over all spans; ours are of a sample of whole traces.
 */
export function queryExporterTables(store: Store, fromNs: bigint, nextTraceId: () => string) {
  const ask = (name: string, sql: string) => () =>
    store.query({ name, sql, params: { fromNs, traceId: nextTraceId() }, decode: row => row })
  const list = (where: string) =>
    `SELECT ${COLUMNS} FROM plain.otel_traces WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64}) AND ${where}
    ORDER BY Timestamp DESC LIMIT 51`
  return {
    'list.all': ask('list-all', list('1')),
    'list.service-and-status': ask(
      'list-service-and-status',
      list("ServiceName = 'checkout' AND toUInt16OrZero(SpanAttributes['http.response.status_code']) >= 500"),
    ),
    'list.attribute': ask(
      'list-attribute',
      list("SpanAttributes['thread.id'] = '7' AND SpanAttributes['url.path'] LIKE '%/4999'"),
    ),
    'groups.attribute': ask(
      'groups-attribute',
      `SELECT SpanAttributes['thread.id'] AS value, count() AS spans, countIf(StatusCode = 'Error') AS failed,
        quantiles(0.5, 0.95, 0.99)(Duration) AS percentiles
      FROM plain.otel_traces WHERE Timestamp >= fromUnixTimestamp64Nano({fromNs:Int64})
      GROUP BY value ORDER BY percentiles[2] DESC LIMIT 100`,
    ),
    'trace.by-id': ask(
      'trace-by-id',
      `WITH (SELECT min(Start) FROM plain.otel_traces_trace_id_ts WHERE TraceId = {traceId:String}) AS start,
        (SELECT max(End) + 1 FROM plain.otel_traces_trace_id_ts WHERE TraceId = {traceId:String}) AS end
      SELECT * FROM plain.otel_traces
      WHERE TraceId = {traceId:String} AND Timestamp >= start AND Timestamp <= end ORDER BY Timestamp LIMIT 1000`,
    ),
  }
}
