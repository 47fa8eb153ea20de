-- One row: sessions of a service, release, environment and day: all, and those that crashed
-- Sessions of a release and day, by their hash: all, and those that crashed: an exception that nobody handled, or a page that failed.
-- Key: service, release, environment, day
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.release_sessions{{local}} {{on_cluster}} (
  ServiceName LowCardinality(String),
  Release LowCardinality(String),
  Environment LowCardinality(String),
  Day Date,
  Sessions AggregateFunction(uniq, UInt64),
  Crashed AggregateFunction(uniq, UInt64)
) ENGINE = {{aggregating}}
PARTITION BY Day
ORDER BY (ServiceName, Release, Environment, Day)
TTL Day + toIntervalDay({{traces_days}}) + toIntervalDay(1)
SETTINGS index_granularity = 256, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.release_sessions_of_steps {{on_cluster}}
TO {{database}}.release_sessions{{local}} AS
SELECT ServiceName, Release, Environment, toDate(Timestamp) AS Day,
  uniqState(sipHash64(SessionId)) AS Sessions,
  uniqStateIf(sipHash64(SessionId), Failed = 1 AND (Kind = 'exception' OR IsRoot = 1)) AS Crashed
FROM {{database}}.session_steps{{local}}
GROUP BY ServiceName, Release, Environment, Day;
