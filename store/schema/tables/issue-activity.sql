-- One row: an issue, environment and release in 5, 30 or 180 minutes: exceptions, sessions, latest words
-- Exceptions of an issue in a step, counted as in digests: by log record, and by Same those of which no log tells.
-- Latest: what to call the issue by. Sessions: by their hash.
-- Key: step, its start, issue, service, environment, release
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.issue_activity{{local}} {{on_cluster}} (
  Every UInt8,
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  Issue LowCardinality(String),
  ServiceName LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  Logs AggregateFunction(uniq, UInt64),
  Told AggregateFunction(uniq, UInt64),
  ToldByLogs AggregateFunction(uniq, UInt64),
  Sessions AggregateFunction(uniq, UInt64),
  Latest SimpleAggregateFunction(max, Tuple(Seen DateTime64(9), Type String, Message String, Route String))
) ENGINE = {{aggregating}}
PARTITION BY toDate(Bucket)
ORDER BY (Every, Bucket, Issue, ServiceName, Environment, Release)
TTL Bucket + toIntervalDay({{exceptions_days}})
SETTINGS index_granularity = 256, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issue_activity_of_exceptions {{on_cluster}}
TO {{database}}.issue_activity{{local}} AS
SELECT
  Minutes AS Every,
  {{start_of_minutes}} AS Bucket,
  Issue, ServiceName, Environment, Release,
  uniqStateIf(Id, Shape = 'log') AS Logs,
  uniqState(Same) AS Told,
  uniqStateIf(Same, Shape = 'log') AS ToldByLogs,
  uniqStateIf(sipHash64(SessionId), SessionId != '') AS Sessions,
  max((Timestamp, Type::String, left(Message, 256), Route::String)) AS Latest
FROM {{database}}.exceptions{{local}}
ARRAY JOIN [5, 30, 180]::Array(UInt8) AS Minutes
GROUP BY Every, Bucket, Issue, ServiceName, Environment, Release;
