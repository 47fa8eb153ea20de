-- One row per issue, service and release: first and last seen, what to call it by, which is its first exception and so
-- stays as it is, and its latest one. Both leave with the exceptions.
--   Opening  of the first exception; Before is the time until the last that can be stored, so that the largest is the
--            first, and one that has left is none
-- Key: issue, service, release, side
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.issues{{local}} {{on_cluster}} (
  Issue String,
  ServiceName LowCardinality(String),
  Release LowCardinality(String),
  IsBrowser UInt8,
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9)),
  Latest SimpleAggregateFunction(max,
    Tuple(Seen DateTime64(9), Type String, Message String, Route String, Function String))
    TTL toDateTime(LastSeen) + toIntervalDay({{exceptions_days}}),
  Opening SimpleAggregateFunction(max, Tuple(Before UInt64, Type String, Message String))
    TTL toDateTime(LastSeen) + toIntervalDay({{exceptions_days}})
) ENGINE = {{aggregating}}
ORDER BY (Issue, ServiceName, Release, IsBrowser)
TTL toDateTime(LastSeen) + toIntervalDay({{exceptions_days}}) DELETE WHERE IsBrowser,
  toDateTime(LastSeen) + toIntervalDay({{digests_days}})
SETTINGS index_granularity = 256, {{settings_without_parts}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.issues_of_exceptions {{on_cluster}}
  TO {{database}}.issues{{local}} AS
SELECT Issue::String AS Issue, ServiceName, Release, IsBrowser, min(Timestamp) AS FirstSeen,
  max(Timestamp) AS LastSeen,
  max((Timestamp, Type::String, left(Message, 512), Route::String, tupleElement(Grouping, 'functions')[1])) AS Latest,
  max((toUInt64(9223372036854775807 - toUnixTimestamp64Nano(Timestamp)), Type::String, left(Message, 512))) AS Opening
FROM {{database}}.exceptions{{local}}
GROUP BY Issue, ServiceName, Release, IsBrowser;
