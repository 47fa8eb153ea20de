-- One row per log record that a drop rule removed, as the exporter sends it; marked and kept as noise_spans.
-- Key: trace, service, time, Id (log.record.uid, else a hash of the content)
-- Shard key: if(TraceId = '', sipHash64(ServiceName, Timestamp, Body), sipHash64(TraceId))
CREATE TABLE IF NOT EXISTS {{database}}.noise_logs{{local}} {{on_cluster}} (
  Timestamp DateTime64(9) CODEC(Delta(8), ZSTD(1)),
  {{log_columns}},
  EventName String DEFAULT LogAttributes['event.name'],
  Id UInt64 MATERIALIZED {{log_id}} CODEC(NONE),
  Route String MATERIALIZED left({{log_route}}, 256),
  Digest String MATERIALIZED left(LogAttributes['errata.error.digest'], 128),
  Mark LowCardinality(String) MATERIALIZED LogAttributes['errata.noise.rule'],
  IsBrowser UInt8 MATERIALIZED {{is_browser}},
  Sampled UInt8 MATERIALIZED LogAttributes['errata.noise.samples'] != '0',
  INDEX digest Digest TYPE bloom_filter(0.001) GRANULARITY 1
) ENGINE = {{replacing}}
PARTITION BY toDate(Timestamp)
ORDER BY (TraceId, ServiceName, Timestamp, Id)
TTL toDateTime(Timestamp) + toIntervalDay(7)
SETTINGS index_granularity = 128, {{settings}};
