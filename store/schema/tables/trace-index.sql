-- One row per trace and five minutes in which it has a span or a log record: where to look for a trace whose time is unknown.
-- Key: trace, 5 min
-- Shard key: sipHash64(TraceId)
CREATE TABLE IF NOT EXISTS {{database}}.trace_index{{local}} {{on_cluster}} (
  TraceId String,
  Bucket DateTime
) ENGINE = {{replacing}}
PARTITION BY toDate(Bucket)
ORDER BY (TraceId, Bucket)
TTL Bucket + toIntervalDay({{trace_index_days}})
SETTINGS index_granularity = 256, {{settings}};

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
