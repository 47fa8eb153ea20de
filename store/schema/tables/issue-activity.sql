-- One row per issue, service, environment and release in a bucket of 5, 30, 60, 180 or 1440 minutes: how many
-- exceptions, sessions and users. How many: uniqMerge(LogIds) + greatest(uniqMerge(DedupeKeys) -
-- uniqMerge(LogDedupeKeys), 0): by log record, and by DedupeKey those of which no log tells. Exact to about 50,000 a
-- row. Sessions, Users: by their hash.
-- Key: minutes, start, issue, service, environment, release, side
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.issue_activity{{local}} {{on_cluster}} (
  BucketMinutes UInt16,
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  Issue LowCardinality(String),
  ServiceName LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  IsBrowser UInt8,
  LogIds AggregateFunction(uniq, UInt64),
  DedupeKeys AggregateFunction(uniq, UInt64),
  LogDedupeKeys AggregateFunction(uniq, UInt64),
  Sessions AggregateFunction(uniq, UInt64),
  Users AggregateFunction(uniq, UInt64)
) ENGINE = {{aggregating}}
PARTITION BY toYYYYMM(Bucket)
ORDER BY (BucketMinutes, Bucket, Issue, ServiceName, Environment, Release, IsBrowser)
TTL Bucket + toIntervalDay({{exceptions_days}})
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issue_activity_of_exceptions {{on_cluster}}
  TO {{database}}.issue_activity{{local}} AS
SELECT
  Minutes AS BucketMinutes,
  {{start_of_minutes}} AS Bucket,
  Issue, ServiceName, Environment, Release, IsBrowser,
  uniqStateIf(Id, Source = 'log') AS LogIds,
  uniqState(DedupeKey) AS DedupeKeys,
  uniqStateIf(DedupeKey, Source = 'log') AS LogDedupeKeys,
  uniqStateIf(sipHash64(SessionId), SessionId != '') AS Sessions,
  uniqStateIf(sipHash64({{user}}), {{user}} != '') AS Users
FROM {{database}}.exceptions{{local}}
ARRAY JOIN [5, 30, 60, 180, 1440]::Array(UInt16) AS Minutes
GROUP BY BucketMinutes, Bucket, Issue, ServiceName, Environment, Release, IsBrowser;
