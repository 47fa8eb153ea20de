-- One row per span of a trace: what it hangs on. Oldest first, then by span id and service.
--   traceId
--   limit    1 to 1000000
SELECT SpanId AS spanId, ParentSpanId AS parentSpanId
FROM otel_traces
WHERE TraceId = {traceId:String}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE TraceId = {traceId:String})
ORDER BY Timestamp, SpanId, ServiceName
LIMIT 1 BY SpanId, ServiceName
LIMIT {limit:UInt32}
