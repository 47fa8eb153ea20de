-- One row: a script of a release and its source map, as somebody uploaded it
-- Source maps that somebody uploaded, one row per script of a release: what a stack is mapped with when it is shown.
--   Script   path of the script as far as the build knows it: assets/index-DkJ3a.js, server/index.js
--   Service  '' for every service
--   Map      the map itself, JSON by ECMA-426
-- The first upload of a script of a release stays: the earlier a row came, the higher its Precedence.
-- The same rows on every node: they are few, and every question needs them whole.
-- Key: script, release, service
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
