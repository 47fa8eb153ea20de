-- One row per transaction (a local root span), narrow, for rates and percentiles per route. Read with FINAL.
-- Level: of all transactions half have 0, a quarter 1, and so on, by their identity: those of a level and above are a
-- fair choice, made once.
-- Key: level, 5 min, service, route, Id
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.transactions{{local}} {{on_cluster}} (
  Level UInt8 DEFAULT {{level}},
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  ServiceName LowCardinality(String),
  Route LowCardinality(String),
  Id UInt64 CODEC(NONE),
  Duration UInt64,
  HttpStatus UInt16,
  Failed UInt8,
  IsBrowser UInt8,
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
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.transactions_of_spans {{on_cluster}}
  TO {{database}}.transactions{{local}} AS
SELECT
  span.Timestamp AS Timestamp,
  ServiceName,
  span.Route AS Route,
  sipHash64(ServiceName, TraceId, SpanId) AS Id,
  {{span_duration}} AS Duration,
  span.HttpStatus AS HttpStatus,
  span.Failed AS Failed,
  span.IsBrowser AS IsBrowser,
  TraceId, SpanId, SpanName, SpanKind,
  span.SessionId AS SessionId,
  {{release}} AS Release,
  {{environment}} AS Environment
FROM {{database}}.otel_traces{{local}} AS span
WHERE IsRoot;
