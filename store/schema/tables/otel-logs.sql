-- One row per log record. Identity: log.record.uid, else a hash of the content.
-- EventName is no part of it: a Collector that started while the engine was away leaves it out, also when it sends
-- again.
-- Key: 5 min, service, time, Id (log.record.uid, else a hash of the content)
-- Shard key: if(TraceId = '', sipHash64(ServiceName, Timestamp, Body), sipHash64(TraceId))
CREATE TABLE IF NOT EXISTS {{database}}.otel_logs{{local}} {{on_cluster}} (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  {{log_columns}},
  -- A Collector that starts while ClickHouse is unavailable cannot read the columns, and omits EventName as long as it
  -- runs.
  EventName String DEFAULT LogAttributes['event.name'],
  Severity UInt8 MATERIALIZED {{severity}},
  Id UInt64 MATERIALIZED {{log_id}} CODEC(NONE),
  StoredAt DateTime MATERIALIZED now() CODEC(Delta(4), ZSTD(1)),
  INDEX trace TraceId TYPE bloom_filter(0.001) GRANULARITY 1
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
PRIMARY KEY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp)
ORDER BY (toStartOfFiveMinutes(Timestamp), ServiceName, Timestamp, Id)
TTL toDateTime(Timestamp) + toIntervalDay({{logs_days}})
SETTINGS {{settings}};
