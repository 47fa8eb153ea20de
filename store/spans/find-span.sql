-- One row per span with an id: trace and service. By start, newest first, then by trace and service.
--   spanId
--   limit   1 to 1000
SELECT TraceId AS traceId, SpanId AS spanId, ServiceName AS service
FROM otel_traces
WHERE SpanId = {spanId:String}
ORDER BY Timestamp DESC, TraceId, ServiceName
LIMIT 1 BY TraceId, ServiceName
LIMIT {limit:UInt32}
