-- As of version 100.
-- Shard key: Trace
CREATE TABLE IF NOT EXISTS {{database}}.trace_index{{local}} {{on_cluster}} (
  Fact LowCardinality(String),
  Trace UInt64 CODEC(NONE),
  Bucket DateTime CODEC(Delta(4), ZSTD(1))
) ENGINE = {{replacing}}
PARTITION BY toMonday(Bucket)
ORDER BY (Fact, Trace, Bucket)
TTL Bucket + toIntervalDay({{trace_index_days}})
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)', replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_index_of_spans {{on_cluster}} TO {{database}}.trace_index{{local}} AS
SELECT Known AS Fact, sipHash64(TraceId) AS Trace, toStartOfFiveMinutes(Timestamp) AS Bucket
FROM {{database}}.otel_traces{{local}}
ARRAY JOIN if(StatusCode = 'Error' OR has(`Events.Name`, 'exception'),
  ['', concat('service ', ServiceName), 'failed'], ['', concat('service ', ServiceName)]) AS Known
WHERE TraceId != ''
GROUP BY Fact, Trace, Bucket;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_index_of_logs {{on_cluster}} TO {{database}}.trace_index{{local}} AS
SELECT Known AS Fact, sipHash64(TraceId) AS Trace, toStartOfFiveMinutes(Timestamp) AS Bucket
FROM {{database}}.otel_logs{{local}}
ARRAY JOIN if(LogAttributes['exception.type'] != '' OR LogAttributes['exception.message'] != '', ['', 'failed'], ['']) AS Known
WHERE TraceId != ''
GROUP BY Fact, Trace, Bucket;
