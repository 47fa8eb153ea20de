-- One row per sample: at most 32 of a rule and hour, whole. Of the items whose identities have the same remainder it is
-- the greatest, so that neither order nor repetition matters. Values beyond 1 KiB are cut where an item has more than
-- 16 KiB.
-- Key: rule, hour, slot
-- Shard key: none, its views fill it on each shard
CREATE TABLE IF NOT EXISTS {{database}}.noise_samples{{local}} {{on_cluster}} (
  Rule LowCardinality(String),
  Hour DateTime CODEC(Delta(4), ZSTD(1)),
  Slot UInt8,
  Chosen SimpleAggregateFunction(max,
    Tuple(Id UInt64, At DateTime64(9), Condition UInt8, Source String, Service String, Route String,
    Release String, TraceId String, SpanId String, Name String, Text String, Attributes String, Resource String))
) ENGINE = {{aggregating}}
PARTITION BY toDate(Hour)
ORDER BY (Rule, Hour, Slot)
TTL Hour + toIntervalDay(1)
SETTINGS index_granularity = 256, {{settings_without_parts}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.noise_samples_of_items {{on_cluster}}
  TO {{database}}.noise_samples{{local}} AS
SELECT
  Rule, Hour, Slot,
  max((Id, At, toUInt8OrZero(splitByChar('/', Mark)[2]), Source::String, ServiceName::String, Route, Release,
    TraceId, SpanId,
    left(Name, 1024), left(Text, 4096), Said, Of)) AS Chosen
FROM (
  SELECT *,
    mapFilter((key, value) -> NOT startsWith(key, 'errata.noise.'), Attributes) AS Own,
    toJSONString(Own) AS Full,
    if(length(Full) <= 16384, Full,
      toJSONString(mapApply((key, value) -> (left(key, 256), left(value, 1024)), Own))) AS Said,
    toJSONString(ResourceAttributes) AS Of
  FROM (
    SELECT splitByChar('/', Mark)[1] AS Rule, toStartOfHour(At) AS Hour, toUInt8(Id % 32) AS Slot, *
    FROM {{database}}.noise_items{{local}}
    WHERE Sampled
    ORDER BY Id DESC, At DESC, Mark DESC
    LIMIT 1 BY Rule, Hour, Slot
  )
)
GROUP BY Rule, Hour, Slot;
