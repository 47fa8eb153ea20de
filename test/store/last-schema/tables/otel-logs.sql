-- As of version 100.
-- Shard key: if(TraceId = '', sipHash64(ServiceName, Timestamp, Body), sipHash64(TraceId))
CREATE TABLE IF NOT EXISTS {{database}}.otel_logs{{local}} {{on_cluster}} (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  TraceId String,
  SpanId String,
  TraceFlags UInt8,
  SeverityText LowCardinality(String),
  SeverityNumber UInt8,
  ServiceName LowCardinality(String),
  Body String,
  ResourceSchemaUrl LowCardinality(String),
  ResourceAttributes Map(LowCardinality(String), String),
  ScopeSchemaUrl LowCardinality(String),
  ScopeName String,
  ScopeVersion LowCardinality(String),
  ScopeAttributes Map(LowCardinality(String), String),
  LogAttributes Map(LowCardinality(String), String),
  EventName String DEFAULT LogAttributes['event.name'],
  Id UInt64 MATERIALIZED if(LogAttributes['log.record.uid'] != '',
  sipHash64(ServiceName, LogAttributes['log.record.uid']),
  sipHash64(ServiceName, Timestamp, TraceId, SpanId, SeverityNumber, Body, mapSort(LogAttributes), mapSort(ResourceAttributes))) CODEC(NONE),
  StoredAt DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1)),
  INDEX trace TraceId TYPE bloom_filter(0.001) GRANULARITY 1
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
PRIMARY KEY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp)
ORDER BY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp, Id)
TTL toDateTime(Timestamp) + toIntervalDay({{logs_days}})
SETTINGS ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;
