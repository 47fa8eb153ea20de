-- One row per trace, five minutes in which it has a span or a log record, and fact that lists are filtered by: '' for
-- any, 'failed' where a span failed or an exception was recorded (a span event or a log record), and 'service ' with a
-- name for each service that has a span there. Where to look for a trace whose time is unknown, and which of thousands
-- of traces are such ones: narrow, and by trace within a fact. Trace: sipHash64 of the trace id. Who asks looks at the
-- traces themselves as well.
-- Key: fact, trace, 5 min
-- Shard key: Trace
CREATE TABLE IF NOT EXISTS {{database}}.trace_index{{local}} {{on_cluster}} (
  Fact LowCardinality(String),
  Trace UInt64 CODEC(NONE),
  Bucket DateTime CODEC(Delta(4), ZSTD(1))
) ENGINE = {{replacing}}
PARTITION BY toMonday(Bucket)
ORDER BY (Fact, Trace, Bucket)
TTL Bucket + toIntervalDay({{trace_index_days}})
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_index_of_spans {{on_cluster}}
  TO {{database}}.trace_index{{local}} AS
SELECT Known AS Fact, sipHash64(TraceId) AS Trace, toStartOfFiveMinutes(Timestamp) AS Bucket
FROM {{database}}.otel_traces{{local}}
ARRAY JOIN if(Failed = 1 OR has(`Events.Name`, 'exception'),
  ['', concat('service ', ServiceName), 'failed'], ['', concat('service ', ServiceName)]) AS Known
WHERE TraceId != ''
GROUP BY Fact, Trace, Bucket;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_index_of_logs {{on_cluster}}
  TO {{database}}.trace_index{{local}} AS
SELECT Known AS Fact, sipHash64(TraceId) AS Trace, toStartOfFiveMinutes(Timestamp) AS Bucket
FROM {{database}}.otel_logs{{local}}
ARRAY JOIN if({{is_exception}}, ['', 'failed'], ['']) AS Known
WHERE TraceId != ''
GROUP BY Fact, Trace, Bucket;
