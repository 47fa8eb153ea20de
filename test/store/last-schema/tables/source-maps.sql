-- As of version 100.
-- Shard key: on every node
CREATE TABLE IF NOT EXISTS {{database}}.source_maps {{on_cluster}} (
  Script String,
  Release LowCardinality(String),
  Service LowCardinality(String),
  DebugId String,
  Uploaded DateTime DEFAULT now(),
  Precedence UInt64 MATERIALIZED bitNot(toUInt64(toUnixTimestamp64Nano(now64(9)))) CODEC(NONE),
  Map String CODEC(ZSTD(6))
) ENGINE = {{first_everywhere}}
ORDER BY (Script, Release, Service)
TTL Uploaded + toIntervalDay({{digests_days}})
SETTINGS index_granularity = 64, replicated_deduplication_window = 0;
