-- One row per trace and five minutes in which it has a span or a log record: where to look for a trace whose time is unknown.
CREATE TABLE IF NOT EXISTS {{database}}.trace_index{{local}} {{on_cluster}} (
  TraceId String,
  Bucket DateTime
) ENGINE = {{replacing}}
PARTITION BY toDate(Bucket)
ORDER BY (TraceId, Bucket)
SETTINGS index_granularity = 256, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_index_of_spans {{on_cluster}} TO {{database}}.trace_index{{local}} AS
SELECT TraceId, toStartOfFiveMinutes(Timestamp) AS Bucket
FROM {{database}}.otel_traces{{local}}
WHERE TraceId != ''
GROUP BY TraceId, Bucket;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_index_of_logs {{on_cluster}} TO {{database}}.trace_index{{local}} AS
SELECT TraceId, toStartOfFiveMinutes(Timestamp) AS Bucket
FROM {{database}}.otel_logs{{local}}
WHERE TraceId != ''
GROUP BY TraceId, Bucket;
