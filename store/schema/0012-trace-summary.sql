-- One row per trace and five minutes, grouped again at read. Only states that a repeated delivery cannot change.
-- Root: the least (rank, start), so no ties. A span without a parent ranks first; what a browser sent (its service name ends
-- in "browser", by what the relay vouches for) ranks behind a server's, or a forged span would take the trace's label.
CREATE TABLE IF NOT EXISTS {{database}}.trace_summary{{local}} {{on_cluster}} (
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  TraceId String,
  Start SimpleAggregateFunction(min, DateTime64(9)),
  End SimpleAggregateFunction(max, DateTime64(9)),
  Root SimpleAggregateFunction(min, Tuple(Rank UInt8, Start DateTime64(9), Service String, Name String, Route String,
    Status UInt16, Duration UInt64)),
  Services SimpleAggregateFunction(groupUniqArrayArray, Array(String)),
  Session SimpleAggregateFunction(max, String),
  Failed SimpleAggregateFunction(max, UInt8)
) ENGINE = {{aggregating}}
PARTITION BY toDate(Bucket)
ORDER BY (Bucket, TraceId)
SETTINGS index_granularity = 1024, ttl_only_drop_parts = 1, default_compression_codec = 'ZSTD(1)',
  replicated_deduplication_window = 0;

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_summary_of_spans {{on_cluster}} TO {{database}}.trace_summary{{local}} AS
SELECT
  toStartOfFiveMinutes(span.Timestamp) AS Bucket,
  TraceId,
  min(span.Timestamp) AS Start,
  -- Near 2262 adding to a time throws; nothing that far away has a duration.
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
  max(StatusCode = 'Error') AS Failed
FROM {{database}}.otel_traces{{local}} AS span
WHERE TraceId != ''
GROUP BY Bucket, TraceId;
