-- Fills what 0049 made from the rows that were there before: what knew no environment cannot tell. Through the plain name, so that on a
-- cluster each row reaches the shard of its trace.
INSERT INTO {{database}}.trace_parts (Bucket, TraceId, Start, End, Root, Services, Session, Failed)
SELECT
  toStartOfFiveMinutes(span.Timestamp),
  TraceId,
  span.Timestamp,
  span.Timestamp + toIntervalNanosecond(
    if(span.Duration < 604800000000000 AND toUnixTimestamp64Nano(span.Timestamp) < 7258118400000000000, span.Duration, 0)),
  (
    multiIf(ParentSpanId = '' AND NOT endsWith(ServiceName, 'browser'), 0, ParentSpanId = '', 1,
      IsRoot AND NOT endsWith(ServiceName, 'browser'), 2, IsRoot, 3, 4)::UInt8,
    span.Timestamp, ServiceName::String, SpanName::String, span.Route::String, HttpStatus,
    if(span.Duration < 604800000000000, span.Duration, 0)::UInt64,
    coalesce(nullIf(ResourceAttributes['deployment.environment.name'], ''), ResourceAttributes['deployment.environment'])::String,
    ResourceAttributes['service.version']::String
  ),
  [ServiceName::String],
  SessionId,
  StatusCode = 'Error' OR has(`Events.Name`, 'exception')
FROM {{database}}.otel_traces AS span
WHERE TraceId != ''
SETTINGS max_partitions_per_insert_block = 0;

INSERT INTO {{database}}.trace_parts (Bucket, TraceId, Start, End, Root, Services, Session, Failed)
SELECT toStartOfFiveMinutes(Timestamp), TraceId, Timestamp, Timestamp,
  (255::UInt8, Timestamp, '', '', '', 0::UInt16, 0::UInt64, '', ''), []::Array(String), '', 1
FROM {{database}}.exceptions
WHERE TraceId != ''
SETTINGS max_partitions_per_insert_block = 0;
