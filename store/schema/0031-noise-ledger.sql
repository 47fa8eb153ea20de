-- How many were removed: one row per rule, shape, service, route, release and minute of their own time. Items: the distinct
-- identities, by 32 bits, as four bytes each are half of what the ledger takes; of a thousand in one row two are taken for one
-- once in 8,600 rows. Whatever came twice, in whatever pieces, counts once.
CREATE TABLE IF NOT EXISTS {{database}}.noise_counts{{local}} {{on_cluster}} (
  Rule LowCardinality(String),
  Minute DateTime CODEC(Delta(4), ZSTD(1)),
  Shape Enum8('span' = 1, 'event' = 2, 'log' = 3),
  ServiceName LowCardinality(String),
  Route LowCardinality(String),
  Release LowCardinality(String),
  Items AggregateFunction(uniqExact, UInt32)
) ENGINE = {{aggregating}}
PARTITION BY toYYYYMM(Minute)
ORDER BY (Rule, Minute, Shape, ServiceName, Route, Release)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_counts_of_items {{on_cluster}} TO {{database}}.noise_counts{{local}} AS
SELECT
  splitByChar('/', Mark)[1] AS Rule,
  toStartOfMinute(At) AS Minute,
  Shape, ServiceName, item.Route AS Route, item.Release AS Release,
  uniqExactState(toUInt32(bitAnd(Id, 4294967295))) AS Items
FROM {{database}}.noise_items{{local}} AS item
GROUP BY Rule, Minute, Shape, ServiceName, Route, Release;

-- Of which traces and digests something was removed: one row per trace or digest, rule and day. Subject: sipHash64 of its text.
CREATE TABLE IF NOT EXISTS {{database}}.noise_subjects{{local}} {{on_cluster}} (
  Subject UInt64 CODEC(NONE),
  Rule LowCardinality(String),
  Day Date,
  First SimpleAggregateFunction(min, DateTime),
  Last SimpleAggregateFunction(max, DateTime)
) ENGINE = {{aggregating}}
PARTITION BY Day
ORDER BY (Subject, Rule)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_subjects_of_items {{on_cluster}} TO {{database}}.noise_subjects{{local}} AS
SELECT
  sipHash64(Text) AS Subject,
  splitByChar('/', Mark)[1] AS Rule,
  toDate(At) AS Day,
  min(toDateTime(At)) AS First,
  max(toDateTime(At)) AS Last
FROM (SELECT Mark, At, arrayJoin([TraceId, Digest]) AS Text FROM {{database}}.noise_items{{local}})
WHERE Text != ''
GROUP BY Subject, Rule, Day;

-- Specimens: of each rule and hour at most 32, whole. Which, the identities tell: of those with the same remainder the greatest, so
-- that neither order nor repetition has a say. Values beyond 1 KiB are cut where an item has more than 16 KiB.
CREATE TABLE IF NOT EXISTS {{database}}.noise_specimens{{local}} {{on_cluster}} (
  Rule LowCardinality(String),
  Hour DateTime CODEC(Delta(4), ZSTD(1)),
  Slot UInt8,
  Chosen SimpleAggregateFunction(max, Tuple(Id UInt64, At DateTime64(9), Condition UInt8, Shape String, Service String, Route String,
    Release String, TraceId String, SpanId String, Name String, Text String, Attributes String, Resource String))
) ENGINE = {{aggregating}}
PARTITION BY toDate(Hour)
ORDER BY (Rule, Hour, Slot)
SETTINGS index_granularity = 256, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_specimens_of_items {{on_cluster}} TO {{database}}.noise_specimens{{local}} AS
SELECT
  splitByChar('/', Mark)[1] AS Rule,
  toStartOfHour(At) AS Hour,
  toUInt8(Id % 32) AS Slot,
  max((Id, At, toUInt8OrZero(splitByChar('/', Mark)[2]), Shape::String, ServiceName::String, Route, Release, TraceId, SpanId,
    left(Name, 1024), left(Text, 4096), Said, Of)) AS Chosen
FROM (
  SELECT *,
    mapFilter((key, value) -> NOT startsWith(key, 'errata.noise.'), Attributes) AS Own,
    toJSONString(Own) AS Full,
    if(length(Full) <= 16384, Full, toJSONString(mapApply((key, value) -> (left(key, 256), left(value, 1024)), Own))) AS Said,
    toJSONString(ResourceAttributes) AS Of
  FROM {{database}}.noise_items{{local}}
  WHERE Sampled
)
GROUP BY Rule, Hour, Slot;
