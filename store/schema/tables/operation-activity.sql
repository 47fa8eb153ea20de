-- One row per service, environment and operation in each five minutes in which it ran: when an operation ran, not how
-- often.
--   FirstSeen         and LastSeen: starts of its transactions
-- Key: service, operation, environment, 5 min
-- Shard key: none, its view fills it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.operation_activity{{local}} {{on_cluster}} (
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  ServiceName LowCardinality(String),
  Operation LowCardinality(String),
  Environment LowCardinality(String),
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)) CODEC(Delta(8), ZSTD(1)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9)) CODEC(Delta(8), ZSTD(1))
) ENGINE = {{aggregating}}
PARTITION BY toDate(Bucket)
ORDER BY (ServiceName, Operation, Environment, Bucket)
TTL Bucket + toIntervalDay({{traces_days}})
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.operation_activity_of_transactions {{on_cluster}}
  TO {{database}}.operation_activity{{local}} AS
SELECT
  toStartOfFiveMinutes(Timestamp) AS Bucket, ServiceName, Operation, Environment, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.transactions{{local}}
WHERE IsRoot = 1
GROUP BY Bucket, ServiceName, Operation, Environment;
