-- One row per given trace with spans: the number of distinct spans, and of failed ones. By trace id.
--   traceIds  at most 1000
--   limit     1 to 1000
SELECT
  TraceId AS traceId,
  toString(uniqExact(SpanId, ServiceName)) AS spanCount,
  toString(uniqExactIf((SpanId, ServiceName), StatusCode = 'Error')) AS failedSpanCount
FROM otel_traces
WHERE TraceId IN {traceIds:Array(String)}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
GROUP BY TraceId
ORDER BY traceId
LIMIT {limit:UInt32}
