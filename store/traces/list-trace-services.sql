-- One row per service of a trace: how many spans it has, and how many of them failed, each once. By name.
-- ofTrace, ofTraceFailed: the same of all services, also of those that the limit leaves out.
--   traceId
--   limit    1 to 1000
SELECT
  ServiceName AS service,
  toString(uniqExact(SpanId)) AS spans,
  toString(uniqExactIf(SpanId, StatusCode = 'Error')) AS failedSpans,
  toString(sum(uniqExact(SpanId)) OVER ()) AS ofTrace,
  toString(sum(uniqExactIf(SpanId, StatusCode = 'Error')) OVER ()) AS ofTraceFailed
FROM otel_traces
WHERE TraceId = {traceId:String}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
GROUP BY ServiceName
ORDER BY service
LIMIT {limit:UInt32}
