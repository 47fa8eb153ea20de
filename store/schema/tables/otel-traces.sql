-- One row per span. The clickhouse exporter's columns (v0.161), our key: a span delivered twice is one span.
-- The service is part of the key, so that no browser overwrites a server's span by reusing its ids.
-- Columns that the exporter does not send are MATERIALIZED or ALIAS: it skips those.
-- Key: 5 min, trace, span, service
-- Shard key: sipHash64(TraceId)
CREATE TABLE IF NOT EXISTS {{database}}.otel_traces{{local}} {{on_cluster}} (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  {{span_columns}},
  Id UInt64 ALIAS sipHash64(ServiceName, TraceId, SpanId),
  -- The exporter wraps the duration of a span that ends before it starts: more than 7 days means that.
  DurationNs UInt64 ALIAS if(Duration < 604800000000000, Duration, 0),
  Route LowCardinality(String) MATERIALIZED {{span_route}},
  HttpStatus UInt16 MATERIALIZED toUInt16OrZero(
    coalesce(nullIf(SpanAttributes['errata.transaction.status_code'], ''), {{span_status}})),
  SessionId String MATERIALIZED {{span_session}},
  -- Local root of its process: as the sender set it, else by the span's kind.
  IsRoot UInt8 MATERIALIZED if(mapContains(SpanAttributes, 'errata.transaction.id'),
    SpanAttributes['errata.transaction.id'] = SpanId, ParentSpanId = '' OR SpanKind IN ('Server', 'Consumer')),
  Failed UInt8 MATERIALIZED {{span_failed}},
  IsBrowser UInt8 MATERIALIZED {{is_browser}},
  StoredAt DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1))
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
PRIMARY KEY (toStartOfFiveMinutes(Timestamp), TraceId)
ORDER BY (toStartOfFiveMinutes(Timestamp), TraceId, SpanId, ServiceName)
TTL toDateTime(Timestamp) + toIntervalDay({{traces_days}})
SETTINGS index_granularity = 1024, {{settings}};
