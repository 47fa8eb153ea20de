-- One row: a service, environment and release in 5, 30 or 180 minutes: how many transactions, how many failed
-- Transactions of a step. Exact to about 200 a row, within 5 % beyond.
-- Key: step, its start, service, environment, release
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.traffic{{local}} {{on_cluster}} (
  Every UInt8,
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  ServiceName LowCardinality(String),
  Environment LowCardinality(String),
  Release LowCardinality(String),
  Requests AggregateFunction(uniqCombined(12), UInt64),
  Failed AggregateFunction(uniqCombined(12), UInt64)
) ENGINE = {{aggregating}}
PARTITION BY toDate(Bucket)
ORDER BY (Every, Bucket, ServiceName, Environment, Release)
TTL Bucket + toIntervalDay({{traces_days}})
SETTINGS index_granularity = 256, {{settings}};

-- A step is whole in UTC: days are a whole number of each.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.traffic_of_transactions {{on_cluster}} TO {{database}}.traffic{{local}} AS
SELECT
  Minutes AS Every,
  {{start_of_minutes}} AS Bucket,
  ServiceName, Environment, Release,
  uniqCombinedState(12)(Id) AS Requests,
  uniqCombinedStateIf(12)(Id, done.Failed = 1) AS Failed
FROM {{database}}.transactions{{local}} AS done
ARRAY JOIN [5, 30, 180]::Array(UInt8) AS Minutes
GROUP BY Every, Bucket, ServiceName, Environment, Release;
