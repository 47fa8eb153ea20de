-- One row per span that a drop rule removed, or of which one removed events, as the exporter sends it. The Collector
-- marks what it removes with the rule and, behind a slash, which of its conditions took it (collector-config.yaml,
-- traces/noise and logs/noise); no sender can.
--   Removed  what of the span: position 0 is the span itself, n its n-th event. An event's time counts only if it is near
--            its span's.
--   Sampled  0 where the Collector left only what the other tables and the names of rules need
-- Route: as set; else the path without what looks like an id.
-- No expression here or in a view may throw: the sender would repeat the insert for ever.
-- Key: trace, span, service
-- Shard key: sipHash64(TraceId)
CREATE TABLE IF NOT EXISTS {{database}}.noise_spans{{local}} {{on_cluster}} (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  {{span_columns}},
  Route String MATERIALIZED left(coalesce(nullIf({{span_route}}, ''), {{path_without_ids}}), 256),
  Digest String MATERIALIZED left(SpanAttributes['errata.error.digest'], 128),
  Removed Array(Tuple(Mark LowCardinality(String), Position UInt16, At DateTime64(9))) MATERIALIZED arrayFilter(
    item -> item.1 != '',
    arrayZip(
      arrayMap(own -> own['errata.noise.rule'], arrayPushFront(`Events.Attributes`, SpanAttributes)),
      arrayPushFront(arrayEnumerate(`Events.Name`), 0),
      arrayMap(at -> if(toUnixTimestamp64Nano(at) - toUnixTimestamp64Nano(Timestamp)
        BETWEEN -3600000000000 AND 86400000000000, at, Timestamp), arrayPushFront(`Events.Timestamp`, Timestamp)))),
  IsBrowser UInt8 MATERIALIZED {{is_browser}},
  Sampled UInt8 MATERIALIZED SpanAttributes['errata.noise.samples'] != '0',
  INDEX digest Digest TYPE bloom_filter(0.001) GRANULARITY 1
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
ORDER BY (TraceId, SpanId, ServiceName)
TTL toDateTime(Timestamp) + toIntervalDay(7)
SETTINGS index_granularity = 128, {{settings}};
