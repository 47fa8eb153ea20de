-- One row: an issue: first and last seen; no words
-- When an issue was first and last seen; kept as long as digests, without a word of what was said.
-- Key: issue, service
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.issues{{local}} {{on_cluster}} (
  Issue String,
  ServiceName LowCardinality(String),
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9))
) ENGINE = {{aggregating}}
ORDER BY (Issue, ServiceName)
TTL toDateTime(LastSeen) + toIntervalDay({{digests_days}})
SETTINGS index_granularity = 1024, {{settings_without_parts}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issues_of_exceptions {{on_cluster}} TO {{database}}.issues{{local}} AS
SELECT Issue::String AS Issue, ServiceName, min(Timestamp) AS FirstSeen, max(Timestamp) AS LastSeen
FROM {{database}}.exceptions{{local}}
GROUP BY Issue, ServiceName;
