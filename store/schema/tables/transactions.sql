-- One row per transaction (a local root span), narrow, for rates and percentiles per operation. Read with FINAL. And one
-- per trace and service with errors in the answers of a GraphQL server, which the transactions themselves do not know:
-- IsRoot is 0, and Id that of the trace and service. It counts as a failure, not as a transaction.
-- Level: of all transactions half have 0, a quarter 1, and so on, by their identity: those of a level and above are a
-- fair choice, made once.
-- Key: level, 5 min, service, operation, Id
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.transactions{{local}} {{on_cluster}} (
  Level UInt8 DEFAULT {{level}},
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  ServiceName LowCardinality(String),
  Operation LowCardinality(String),
  Id UInt64 CODEC(NONE),
  Duration UInt64,
  HttpStatus UInt16,
  Failed UInt8,
  IsRoot UInt8,
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
ORDER BY (Level, toStartOfFiveMinutes(Timestamp), ServiceName, Operation, Id)
TTL toDateTime(Timestamp) + toIntervalDay({{traces_days}})
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.transactions_of_spans {{on_cluster}}
  TO {{database}}.transactions{{local}} AS
SELECT
  span.Timestamp AS Timestamp,
  ServiceName,
  if(span.IsRoot = 1, span.Operation, 'GraphQL errors') AS Operation,
  if(span.IsRoot = 1, sipHash64(ServiceName, TraceId, SpanId), sipHash64(ServiceName, TraceId)) AS Id,
  {{span_duration}} AS Duration,
  span.HttpStatus AS HttpStatus,
  span.Failed AS Failed,
  span.IsRoot AS IsRoot,
  span.IsBrowser AS IsBrowser,
  TraceId, SpanId, SpanName, SpanKind,
  span.SessionId AS SessionId,
  {{release}} AS Release,
  {{environment}} AS Environment
FROM {{database}}.otel_traces{{local}} AS span
WHERE span.IsRoot = 1 OR {{is_graphql_error}};
