-- As of version 100.
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.exceptions{{local}} {{on_cluster}} (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  DedupeKey UInt64 CODEC(NONE),
  Source Enum8('event' = 1, 'log' = 2),
  Id UInt64 CODEC(NONE),
  ServiceName LowCardinality(String),
  TraceId String,
  SpanId String,
  SessionId String,
  Route LowCardinality(String),
  Release LowCardinality(String),
  Environment LowCardinality(String),
  Digest String,
  FingerprintOverride String,
  Type LowCardinality(String),
  Message String,
  Stacktrace String,
  Causes String,
  Attributes Map(LowCardinality(String), String),
  ResourceAttributes Map(LowCardinality(String), String),
  Grouping Tuple(functions Array(String), causes Array(String), message String, types Array(String)),
  Issue LowCardinality(String),
  INDEX trace TraceId TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX digest Digest TYPE bloom_filter(0.001) GRANULARITY 1,
  INDEX session SessionId TYPE bloom_filter(0.01) GRANULARITY 1
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
ORDER BY (toStartOfFiveMinutes(Timestamp), Issue, DedupeKey, Source, Id)
TTL toDateTime(Timestamp) + toIntervalDay({{exceptions_days}})
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.exceptions_of_grouped {{on_cluster}} TO {{database}}.exceptions{{local}} AS
SELECT * EXCEPT (DropRule), if(FingerprintOverride != '', left(FingerprintOverride, 128), leftPad(lower(hex(sipHash64('3', ServiceName,
  if(position(Stacktrace, '\n  File "') > 0, splitByChar('.', Type::String)[-1], Type::String), Grouping))), 16, '0')) AS Issue
FROM {{database}}.exceptions_grouped{{local}}
WHERE DropRule = '';
