-- One row per trace and fact that lists are filtered by, wherever in time it lies: 'failed', where a span failed or an exception was
-- recorded (a span event or a log record); 'service ' and a name, for each service that has a span in the trace.
-- Trace: sipHash64 of the trace id. By trace within a fact and narrow, so that thousands of traces are tested in milliseconds; who
-- asks looks at the traces themselves as well.
CREATE TABLE IF NOT EXISTS {{database}}.trace_facts{{local}} {{on_cluster}} (
  Fact LowCardinality(String),
  Trace UInt64 CODEC(NONE),
  Week Date
) ENGINE = {{replacing}}
PARTITION BY Week
ORDER BY (Fact, Trace)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_facts_of_spans {{on_cluster}} TO {{database}}.trace_facts{{local}} AS
SELECT Known AS Fact, sipHash64(TraceId) AS Trace, toMonday(Timestamp) AS Week
FROM {{database}}.otel_traces{{local}}
ARRAY JOIN if(StatusCode = 'Error' OR has(`Events.Name`, 'exception'),
  [concat('service ', ServiceName), 'failed'], [concat('service ', ServiceName)]) AS Known
WHERE TraceId != ''
GROUP BY Fact, Trace, Week;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_facts_of_logs {{on_cluster}} TO {{database}}.trace_facts{{local}} AS
SELECT 'failed' AS Fact, sipHash64(TraceId) AS Trace, toMonday(Timestamp) AS Week
FROM {{database}}.otel_logs{{local}}
WHERE TraceId != '' AND (LogAttributes['exception.type'] != '' OR LogAttributes['exception.message'] != '')
GROUP BY Fact, Trace, Week;

-- As in 0012, but for Failed.
ALTER TABLE {{database}}.trace_summary_of_spans {{on_cluster}} MODIFY QUERY
SELECT
  toStartOfFiveMinutes(span.Timestamp) AS Bucket,
  TraceId,
  min(span.Timestamp) AS Start,
  max(span.Timestamp + toIntervalNanosecond(
    if(span.Duration < 604800000000000 AND toUnixTimestamp64Nano(span.Timestamp) < 7258118400000000000, span.Duration, 0))) AS End,
  min((
    multiIf(ParentSpanId = '' AND NOT endsWith(ServiceName, 'browser'), 0, ParentSpanId = '', 1,
      IsRoot AND NOT endsWith(ServiceName, 'browser'), 2, IsRoot, 3, 4)::UInt8,
    span.Timestamp, ServiceName::String, SpanName::String, span.Route::String, HttpStatus,
    if(span.Duration < 604800000000000, span.Duration, 0)::UInt64
  )) AS Root,
  groupUniqArray(ServiceName::String) AS Services,
  max(SessionId) AS Session,
  max(StatusCode = 'Error' OR has(`Events.Name`, 'exception')) AS Failed
FROM {{database}}.otel_traces{{local}} AS span
WHERE TraceId != ''
GROUP BY Bucket, TraceId;

-- An exception is no root: its rank is behind every span's.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_summary_of_logs {{on_cluster}} TO {{database}}.trace_summary{{local}} AS
SELECT
  toStartOfFiveMinutes(record.Timestamp) AS Bucket,
  TraceId,
  min(record.Timestamp) AS Start,
  max(record.Timestamp) AS End,
  min((255::UInt8, record.Timestamp, '', '', '', 0::UInt16, 0::UInt64)) AS Root,
  []::Array(String) AS Services,
  '' AS Session,
  1::UInt8 AS Failed
FROM {{database}}.otel_logs{{local}} AS record
WHERE TraceId != '' AND (LogAttributes['exception.type'] != '' OR LogAttributes['exception.message'] != '')
GROUP BY Bucket, TraceId;
