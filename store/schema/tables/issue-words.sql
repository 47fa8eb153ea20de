-- One row: an issue: what its latest exception said, where
-- Latest: what to call an issue by.
-- Key: issue, service
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.issue_words{{local}} {{on_cluster}} (
  Issue String,
  ServiceName LowCardinality(String),
  LastSeen SimpleAggregateFunction(max, DateTime64(9)),
  Latest SimpleAggregateFunction(max, Tuple(Seen DateTime64(9), Type String, Message String, Route String, Function String))
) ENGINE = {{aggregating}}
ORDER BY (Issue, ServiceName)
TTL toDateTime(LastSeen) + toIntervalDay({{exceptions_days}})
SETTINGS index_granularity = 256, {{settings_without_parts}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issue_words_of_exceptions {{on_cluster}} TO {{database}}.issue_words{{local}} AS
SELECT Issue::String AS Issue, ServiceName, max(Timestamp) AS LastSeen,
  max((Timestamp, Type::String, left(Message, 512), Route::String, Functions[1])) AS Latest
FROM {{database}}.exceptions{{local}}
GROUP BY Issue, ServiceName;
