-- One row per span that is linked to. By start, then by trace, span and service.
--   traceIds, spanIds  at the same positions, at most 1000: which spans
--   limit              1 to 1000
SELECT
  TraceId AS traceId,
  SpanId AS spanId,
  ServiceName AS service,
  SpanName AS name,
  SpanKind AS kind,
  toString(toUnixTimestamp64Nano(Timestamp)) AS startNs,
  toString(DurationNs) AS durationNs
FROM otel_traces
WHERE (TraceId, SpanId) IN (SELECT arrayJoin(arrayZip({traceIds:Array(String)}, {spanIds:Array(String)})))
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
    WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
ORDER BY Timestamp, TraceId, SpanId, ServiceName
LIMIT 1 BY TraceId, SpanId, ServiceName
LIMIT {limit:UInt32}
