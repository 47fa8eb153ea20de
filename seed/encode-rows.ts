import type { DropRuleName, SeedAttributes, SeedBatch, SeedLog, SeedSpan } from './record.ts'

const SEVERITIES = { INFO: 9, WARN: 13, ERROR: 17 } as const

/** Rows of the clickhouse exporter's tables, one JSON object a line, as the Collector would have inserted them: without noise. */
export function spanRows(spans: SeedBatch['spans']): string {
  return lines(spans, spanRow)
}

export function logRows(logs: SeedBatch['logs']): string {
  return lines(logs, logRow)
}

function lines<Item extends SeedSpan | SeedLog>(items: readonly Item[], row: (item: Item) => object): string {
  return items.flatMap(item => (item.noise === undefined ? [`${JSON.stringify(row(item))}\n`] : [])).join('')
}

function spanRow({ resource, startUs, endUs, ...of }: SeedSpan) {
  return {
    Timestamp: seconds(startUs),
    TraceId: of.traceId,
    SpanId: of.spanId,
    ParentSpanId: of.parentSpanId,
    SpanName: of.name,
    SpanKind: of.kind,
    ServiceName: resource.service,
    ResourceAttributes: texts(resource.attributes),
    ScopeName: of.scope,
    SpanAttributes: texts(of.attributes),
    Duration: String((endUs - startUs) * 1000),
    StatusCode: of.failed ? 'Error' : 'Unset',
    StatusMessage: of.statusMessage,
    'Events.Timestamp': of.events.map(({ atUs }) => seconds(atUs)),
    'Events.Name': of.events.map(({ name }) => name),
    'Events.Attributes': of.events.map(({ attributes }) => texts(attributes)),
  }
}

function logRow({ resource, atUs, severity, ...of }: SeedLog) {
  return {
    Timestamp: seconds(atUs),
    TraceId: of.traceId,
    SpanId: of.spanId,
    SeverityText: severity,
    SeverityNumber: SEVERITIES[severity],
    ServiceName: resource.service,
    Body: of.body,
    ResourceAttributes: texts(resource.attributes),
    ScopeName: of.scope,
    LogAttributes: texts(of.attributes),
    EventName: of.eventName,
  }
}

/** How much each rule has dropped so far, as the Collector counts it. */
export type DropsByRule = Readonly<Record<DropRuleName, { readonly spans: number; readonly logs: number }>>

/** Data points of the Collector's counters. They start with the telemetry. */
export function counterRows(dropped: DropsByRule, atUs: number, sinceUs: number): string {
  const rows = Object.entries(dropped).flatMap(([rule, counts]) =>
    (['spans', 'logs'] as const).map(signal => ({
      ResourceAttributes: { 'service.name': 'errata-otelcol', 'service.instance.id': 'seed' },
      ServiceName: 'errata-otelcol',
      MetricName: `otelcol_processor_filter_${signal}.filtered`,
      Attributes: { filter: `filter/${rule}` },
      StartTimeUnix: seconds(sinceUs),
      TimeUnix: seconds(atUs),
      Value: counts[signal],
      AggregationTemporality: 2,
      IsMonotonic: true,
    })),
  )
  return rows.map(row => `${JSON.stringify(row)}\n`).join('')
}

/** Unix seconds with six decimals, which ClickHouse reads exactly. */
function seconds(us: number): string {
  const text = String(us)
  return `${text.slice(0, -6)}.${text.slice(-6)}`
}

function texts(attributes: SeedAttributes): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, String(value)]))
}
