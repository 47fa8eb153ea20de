-- As of version 100.
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.noise_counts{{local}} {{on_cluster}} (
  Rule LowCardinality(String),
  Minute DateTime CODEC(Delta(4), ZSTD(1)),
  Source Enum8('span' = 1, 'event' = 2, 'log' = 3),
  ServiceName LowCardinality(String),
  Route LowCardinality(String),
  Release LowCardinality(String),
  Environment LowCardinality(String),
  Items AggregateFunction(uniqExact, UInt32)
) ENGINE = {{aggregating}}
PARTITION BY toYYYYMM(Minute)
ORDER BY (Rule, Minute, Source, ServiceName, Route, Release, Environment)
TTL Minute + toIntervalDay({{exceptions_days}}) DELETE WHERE endsWith(ServiceName, 'browser'), Minute + toIntervalDay({{digests_days}})
SETTINGS index_granularity = 1024, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_counts_of_items {{on_cluster}} TO {{database}}.noise_counts{{local}} AS
SELECT
  splitByChar('/', Mark)[1] AS Rule,
  toStartOfMinute(At) AS Minute,
  Source, ServiceName, item.Route AS Route, item.Release AS Release,
  left(coalesce(nullIf(ResourceAttributes['deployment.environment.name'], ''), ResourceAttributes['deployment.environment']), 128) AS Environment,
  uniqExactState(toUInt32(bitAnd(Id, 4294967295))) AS Items
FROM {{database}}.noise_items{{local}} AS item
GROUP BY Rule, Minute, Source, ServiceName, Route, Release, Environment;
