-- As of version 100.
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.issue_activity{{local}} {{on_cluster}} (
  BucketMinutes UInt16,
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  Issue LowCardinality(String),
  ServiceName LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  LogIds AggregateFunction(uniq, UInt64),
  DedupeKeys AggregateFunction(uniq, UInt64),
  LogDedupeKeys AggregateFunction(uniq, UInt64),
  Sessions AggregateFunction(uniq, UInt64),
  Users AggregateFunction(uniq, UInt64)
) ENGINE = {{aggregating}}
PARTITION BY toYYYYMM(Bucket)
ORDER BY (BucketMinutes, Bucket, Issue, ServiceName, Environment, Release)
TTL Bucket + toIntervalDay({{exceptions_days}})
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issue_activity_of_exceptions {{on_cluster}} TO {{database}}.issue_activity{{local}} AS
SELECT
  Minutes AS BucketMinutes,
  toDateTime(intDiv(toUnixTimestamp(toDateTime(Timestamp)), Minutes * 60) * Minutes * 60) AS Bucket,
  Issue, ServiceName, Environment, Release,
  uniqStateIf(Id, Source = 'log') AS LogIds,
  uniqState(DedupeKey) AS DedupeKeys,
  uniqStateIf(DedupeKey, Source = 'log') AS LogDedupeKeys,
  uniqStateIf(sipHash64(SessionId), SessionId != '') AS Sessions,
  uniqStateIf(sipHash64(coalesce(nullIf(Attributes['user.id'], ''), Attributes['enduser.id'])), coalesce(nullIf(Attributes['user.id'], ''), Attributes['enduser.id']) != '') AS Users
FROM {{database}}.exceptions{{local}}
ARRAY JOIN [5, 30, 60, 180, 1440]::Array(UInt16) AS Minutes
GROUP BY BucketMinutes, Bucket, Issue, ServiceName, Environment, Release;
