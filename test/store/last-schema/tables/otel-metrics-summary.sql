-- As of version 100.
-- Shard key: sipHash64(ServiceName, MetricName)
CREATE TABLE IF NOT EXISTS {{database}}.otel_metrics_summary{{local}} {{on_cluster}} (
  ResourceAttributes Map(LowCardinality(String), String),
  ResourceSchemaUrl String,
  ScopeName String,
  ScopeVersion String,
  ScopeAttributes Map(LowCardinality(String), String),
  ScopeDroppedAttrCount UInt32,
  ScopeSchemaUrl String,
  ServiceName LowCardinality(String),
  MetricName LowCardinality(String),
  MetricDescription String,
  MetricUnit String,
  Attributes Map(LowCardinality(String), String),
  StartTimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TimeUnix DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  Count UInt64,
  Sum Float64,
  ValueAtQuantiles Nested (Quantile Float64, Value Float64),
  Flags UInt32,
  Series UInt64 MATERIALIZED sipHash64(ScopeName, mapSort(Attributes), mapSort(ResourceAttributes)),
  StoredAt DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1))
) ENGINE = {{replacing}}
PARTITION BY toDate(TimeUnix)
ORDER BY (ServiceName, MetricName, toStartOfHour(TimeUnix), Series, TimeUnix)
TTL toDateTime(TimeUnix) + toIntervalDay({{metrics_days}})
SETTINGS ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;
