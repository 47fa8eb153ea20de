-- One row per span of a trace, in no order: its parent and start, which are enough to choose some of many. A span that was delivered twice may
-- be there twice. startNs: nanoseconds since the five minutes in which the trace begins, exact up to
-- 104 days. failed: its status is Error, or it has an exception.
--   traceId
--   limit    1 to 1000000
WITH (SELECT min(Bucket) FROM trace_index WHERE Fact = '' AND Trace = sipHash64({traceId:String})) AS begins
SELECT
  SpanId AS spanId,
  ParentSpanId AS parentSpanId,
  ServiceName AS service,
  SpanKind AS kind,
  IsRoot AS isLocalRoot,
  IsBrowser AS isBrowser,
  Failed = 1 OR has(`Events.Name`, 'exception') OR SpanId GLOBAL IN (
    SELECT SpanId FROM exceptions WHERE TraceId = {traceId:String} AND SpanId != '') AS failed,
  toFloat64(toUnixTimestamp64Nano(Timestamp) - toInt64(toUnixTimestamp(begins)) * 1000000000) AS startNs
FROM otel_traces
WHERE TraceId = {traceId:String}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
    WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
LIMIT {limit:UInt32}
