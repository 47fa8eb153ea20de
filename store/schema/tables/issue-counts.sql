-- One row: an issue, environment and release in an hour or a day: exceptions, sessions, users
-- Exceptions of an issue in an hour or a day: by log record, and by Same those of which no log tells. Sessions, Users: by their hash.
-- Key: step, its start, issue, service, environment, release
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.issue_counts{{local}} {{on_cluster}} (
  Every UInt16,
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  Issue LowCardinality(String),
  ServiceName LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  Logs AggregateFunction(uniq, UInt64),
  Told AggregateFunction(uniq, UInt64),
  ToldByLogs AggregateFunction(uniq, UInt64),
  Sessions AggregateFunction(uniq, UInt64),
  Users AggregateFunction(uniq, UInt64)
) ENGINE = {{aggregating}}
PARTITION BY toYYYYMM(Bucket)
ORDER BY (Every, Bucket, Issue, ServiceName, Environment, Release)
TTL Bucket + toIntervalDay({{exceptions_days}})
SETTINGS index_granularity = 1024, {{settings}};

-- No expression here may throw. An hour and a day are whole in UTC.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issue_counts_of_exceptions {{on_cluster}} TO {{database}}.issue_counts{{local}} AS
SELECT
  Minutes AS Every,
  {{start_of_minutes}} AS Bucket,
  Issue, ServiceName, Environment, Release,
  uniqStateIf(Id, Shape = 'log') AS Logs,
  uniqState(Same) AS Told,
  uniqStateIf(Same, Shape = 'log') AS ToldByLogs,
  uniqStateIf(sipHash64(SessionId), SessionId != '') AS Sessions,
  uniqStateIf(sipHash64(coalesce(nullIf(Attributes['user.id'], ''), Attributes['enduser.id'])),
    Attributes['user.id'] != '' OR Attributes['enduser.id'] != '') AS Users
FROM {{database}}.exceptions{{local}}
ARRAY JOIN [60, 1440]::Array(UInt16) AS Minutes
GROUP BY Every, Bucket, Issue, ServiceName, Environment, Release;
