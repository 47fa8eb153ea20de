-- One row: a service, release and environment: first and last seen
-- When a release was first and last seen, by its transactions and exceptions; kept as long as digests.
-- Key: service, release, environment
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.releases{{local}} {{on_cluster}} (
  ServiceName LowCardinality(String),
  Release String,
  Environment LowCardinality(String),
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9))
) ENGINE = {{aggregating}}
ORDER BY (ServiceName, Release, Environment)
TTL toDateTime(LastSeen) + toIntervalDay({{digests_days}})
SETTINGS index_granularity = 256, {{settings_without_parts}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.releases_of_transactions {{on_cluster}} TO {{database}}.releases{{local}} AS
SELECT ServiceName, Release::String AS Release, Environment, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.transactions{{local}}
WHERE Release != ''
GROUP BY ServiceName, Release, Environment;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.releases_of_exceptions {{on_cluster}} TO {{database}}.releases{{local}} AS
SELECT ServiceName, Release::String AS Release, Environment, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.exceptions{{local}}
WHERE Release != ''
GROUP BY ServiceName, Release, Environment;
