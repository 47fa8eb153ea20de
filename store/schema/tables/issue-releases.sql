-- One row: an issue and a release: first and last seen in it
-- Key: issue, service, release
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.issue_releases{{local}} {{on_cluster}} (
  Issue String,
  ServiceName LowCardinality(String),
  Release LowCardinality(String),
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9))
) ENGINE = {{aggregating}}
ORDER BY (Issue, ServiceName, Release)
TTL toDateTime(LastSeen) + toIntervalDay({{digests_days}})
SETTINGS index_granularity = 256, {{settings_without_parts}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issue_releases_of_exceptions {{on_cluster}}
TO {{database}}.issue_releases{{local}} AS
SELECT Issue::String AS Issue, ServiceName, Release, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.exceptions{{local}}
GROUP BY Issue, ServiceName, Release;
