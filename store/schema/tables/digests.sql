-- One row per digest, service and day: what is known about a digest after its records have expired. Without message and
-- stack, which expire with the records. Exact to about 50,000 a row.
-- How many: as in issue_activity.
-- Key: digest, service, day
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.digests{{local}} {{on_cluster}} (
  Digest String,
  ServiceName LowCardinality(String),
  Day Date,
  FirstSeen SimpleAggregateFunction(min, DateTime64(9)),
  LastSeen SimpleAggregateFunction(max, DateTime64(9)),
  Latest SimpleAggregateFunction(max,
    Tuple(Seen DateTime64(9), TraceId String, Type String, Route String, Release String)),
  LogIds AggregateFunction(uniq, UInt64),
  DedupeKeys AggregateFunction(uniq, UInt64),
  LogDedupeKeys AggregateFunction(uniq, UInt64)
) ENGINE = {{aggregating}}
PARTITION BY toYYYYMM(Day)
ORDER BY (Digest, ServiceName, Day)
TTL Day + toIntervalDay({{digests_days}})
SETTINGS index_granularity = 256, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.digests_of_exceptions {{on_cluster}}
  TO {{database}}.digests{{local}} AS
SELECT
  left(thrown.Digest, 128) AS Digest,
  ServiceName,
  toDate(Timestamp) AS Day,
  min(Timestamp) AS FirstSeen,
  max(Timestamp) AS LastSeen,
  max((Timestamp, TraceId, Type::String, Route::String, Release::String)) AS Latest,
  uniqStateIf(Id, Source = 'log') AS LogIds,
  uniqState(DedupeKey) AS DedupeKeys,
  uniqStateIf(DedupeKey, Source = 'log') AS LogDedupeKeys
FROM {{database}}.exceptions{{local}} AS thrown
WHERE thrown.Digest != ''
GROUP BY Digest, ServiceName, Day;
