-- One row per span of a trace: its parent, whether a browser sent it, and whether it failed. Oldest first, then by service, name and the rest of
-- the root order (see the view trace_parts_of_spans).
--   traceId
--   spanId   a span to include in any case; '' for none
--   limit    1 to 1000000: of a larger trace the wanted span, roots and failures, then the oldest
SELECT spanId, service, kind, parentSpanId, isLocalRoot, isBrowser, failed, startNs
FROM (
  SELECT
    SpanId AS spanId,
    ServiceName AS service,
    toString(toUnixTimestamp64Nano(Timestamp)) AS startNs,
    SpanKind AS kind,
    ParentSpanId AS parentSpanId,
    IsRoot AS isLocalRoot,
    IsBrowser AS isBrowser,
    Failed = 1 OR has(`Events.Name`, 'exception') OR SpanId GLOBAL IN (
      SELECT SpanId FROM exceptions WHERE TraceId = {traceId:String} AND SpanId != '') AS failed,
    (Timestamp, ServiceName, SpanName, Operation, Route, HttpStatus, Duration, SpanId) AS place
  FROM otel_traces
  WHERE TraceId = {traceId:String}
    AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
      WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
  ORDER BY spanId = {spanId:String} OR isLocalRoot OR failed DESC, place
  LIMIT 1 BY spanId, service
  LIMIT {limit:UInt32}
)
ORDER BY place
LIMIT {limit:UInt32}
