-- As of version 100.
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.transactions{{local}} {{on_cluster}} (
  Level UInt8 DEFAULT least(10, bitCount(bitAnd(bitNot(Id), Id - 1)))::UInt8,
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  ServiceName LowCardinality(String),
  Route LowCardinality(String),
  Id UInt64 CODEC(NONE),
  Duration UInt64,
  HttpStatus UInt16,
  Failed UInt8,
  TraceId String,
  SpanId String,
  SpanName LowCardinality(String),
  SpanKind LowCardinality(String),
  SessionId String,
  Release LowCardinality(String),
  Environment LowCardinality(String),
  INDEX session SessionId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
ORDER BY (Level, toStartOfFiveMinutes(Timestamp), ServiceName, Route, Id)
TTL toDateTime(Timestamp) + toIntervalDay({{traces_days}})
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.transactions_of_spans {{on_cluster}} TO {{database}}.transactions{{local}} AS
SELECT
  span.Timestamp AS Timestamp,
  ServiceName,
  span.Route AS Route,
  sipHash64(ServiceName, TraceId, SpanId) AS Id,
  if(span.Duration < 604800000000000, span.Duration, 0) AS Duration,
  span.HttpStatus AS HttpStatus,
  (span.HttpStatus >= 500 OR StatusCode = 'Error') AS Failed,
  TraceId, SpanId, SpanName, SpanKind,
  span.SessionId AS SessionId,
  ResourceAttributes['service.version'] AS Release,
  coalesce(nullIf(ResourceAttributes['deployment.environment.name'], ''), ResourceAttributes['deployment.environment']) AS Environment
FROM {{database}}.otel_traces{{local}} AS span
WHERE IsRoot;
