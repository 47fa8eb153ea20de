-- One row per trace and five minutes, grouped again at read. Only states that a repeated delivery cannot change.
-- Root: the least (rank, start), so no ties. A span without a parent ranks first; what a browser sent ranks behind a
-- server's, or a forged span would take the trace's label; 255 is an exception, no root. Level: half of the zeros
-- that the hash of the trace id ends in, so that n and above are one trace in 4^n, the same ones whenever they are
-- asked for.
-- Key: level, 5 min, trace
-- Shard key: sipHash64(TraceId)
CREATE TABLE IF NOT EXISTS {{database}}.trace_parts{{local}} {{on_cluster}} (
  Level UInt8 DEFAULT least(6, intDiv(bitCount(bitAnd(bitNot(sipHash64(TraceId)), sipHash64(TraceId) - 1)), 2)),
  Bucket DateTime CODEC(Delta(4), ZSTD(1)),
  TraceId String,
  Start SimpleAggregateFunction(min, DateTime64(9)),
  End SimpleAggregateFunction(max, DateTime64(9)),
  Root SimpleAggregateFunction(min, Tuple(Rank UInt8, Start DateTime64(9), Service String, Name String, Route String,
    Status UInt16, Duration UInt64, Environment String, Release String)),
  Services SimpleAggregateFunction(groupUniqArrayArray, Array(String)),
  Session SimpleAggregateFunction(max, String),
  Failed SimpleAggregateFunction(max, UInt8)
) ENGINE = {{aggregating}}
PARTITION BY toDate(Bucket)
ORDER BY (Level, Bucket, TraceId)
TTL Bucket + toIntervalDay({{traces_days}})
SETTINGS index_granularity = 1024, {{settings}};

CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_parts_of_spans {{on_cluster}}
  TO {{database}}.trace_parts{{local}} AS
SELECT
  toStartOfFiveMinutes(span.Timestamp) AS Bucket,
  TraceId,
  min(span.Timestamp) AS Start,
  max(span.Timestamp + toIntervalNanosecond(
    if(span.Duration < 604800000000000 AND toUnixTimestamp64Nano(span.Timestamp) < 7258118400000000000,
      span.Duration, 0))) AS End,
  min((
    multiIf(ParentSpanId = '' AND NOT span.IsBrowser, 0, ParentSpanId = '', 1,
      IsRoot AND NOT span.IsBrowser, 2, IsRoot, 3, 4)::UInt8,
    span.Timestamp, ServiceName::String, SpanName::String, span.Route::String, HttpStatus,
    {{span_duration}}::UInt64,
    {{environment}}::String,
    {{release}}::String
  )) AS Root,
  groupUniqArray(ServiceName::String) AS Services,
  max(SessionId) AS Session,
  max(span.Failed = 1 OR has(`Events.Name`, 'exception')) AS Failed
FROM {{database}}.otel_traces{{local}} AS span
WHERE TraceId != ''
GROUP BY Bucket, TraceId;

-- An exception is no root: it ranks behind every span.
CREATE MATERIALIZED VIEW IF NOT EXISTS {{database}}.trace_parts_of_logs {{on_cluster}}
  TO {{database}}.trace_parts{{local}} AS
SELECT
  toStartOfFiveMinutes(record.Timestamp) AS Bucket,
  TraceId,
  min(record.Timestamp) AS Start,
  max(record.Timestamp) AS End,
  min((255::UInt8, record.Timestamp, '', '', '', 0::UInt16, 0::UInt64, '', '')) AS Root,
  []::Array(String) AS Services,
  '' AS Session,
  1::UInt8 AS Failed
FROM {{database}}.otel_logs{{local}} AS record
WHERE TraceId != '' AND ({{is_exception}})
GROUP BY Bucket, TraceId;
