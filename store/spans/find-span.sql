-- One row for the newest span with an id, or none: trace and service. By start, newest first, then by trace and service.
--   spanId
--   limit   1
SELECT TraceId AS traceId, SpanId AS spanId, ServiceName AS service
FROM otel_traces
WHERE SpanId = {spanId:String}
ORDER BY Timestamp DESC, TraceId, ServiceName
LIMIT {limit:UInt32}
