-- One row per span that a drop rule removed; the table keeps nothing, views count. What the Collector removes, it sends here, marked with the rule
-- and the condition that took it (collector-config.yaml, traces/noise and logs/noise).
-- Key: none
-- Shard key: sipHash64(TraceId)
CREATE TABLE IF NOT EXISTS {{database}}.noise_spans{{local}} {{on_cluster}} (
  Timestamp DateTime64(9),
  TraceId String,
  SpanId String,
  ParentSpanId String,
  TraceState String,
  SpanName LowCardinality(String),
  SpanKind LowCardinality(String),
  ServiceName LowCardinality(String),
  ResourceAttributes Map(LowCardinality(String), String),
  ScopeName String,
  ScopeVersion String,
  SpanAttributes Map(LowCardinality(String), String),
  Duration UInt64,
  StatusCode LowCardinality(String),
  StatusMessage String,
  Events Nested (Timestamp DateTime64(9), Name LowCardinality(String), Attributes Map(LowCardinality(String), String)),
  Links Nested (TraceId String, SpanId String, TraceState String, Attributes Map(LowCardinality(String), String))
) ENGINE = Null;
