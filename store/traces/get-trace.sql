-- One row per span of a trace, with everything that it carries. Oldest first, then by span id and service.
-- No row when the trace has more spans than the limit and none of them is named.
--   traceId
--   spanIds  spans to read of a trace that is too large to read whole; empty otherwise
--   limit    1 to 10000
SELECT
  SpanId AS spanId,
  ParentSpanId AS parentSpanId,
  ServiceName AS service,
  SpanName AS name,
  SpanKind AS kind,
  toString(toUnixTimestamp64Nano(Timestamp)) AS startNs,
  toString(if(Duration < 604800000000000, Duration, 0)) AS durationNs,
  StatusCode AS status,
  StatusMessage AS statusMessage,
  TraceState AS traceState,
  ScopeName AS scopeName,
  ScopeVersion AS scopeVersion,
  SpanAttributes AS attributes,
  ResourceAttributes AS resource,
  Route AS route,
  HttpStatus AS httpStatus,
  SessionId AS sessionId,
  IsRoot AS isLocalRoot,
  CAST(arrayMap((at, name, said) -> (toString(toUnixTimestamp64Nano(at)), name, said),
      Events.Timestamp, Events.Name, Events.Attributes)
    AS Array(Tuple(atNs String, name String, attributes Map(String, String)))) AS events,
  CAST(arrayMap((trace, span, said) -> (trace, span, said), Links.TraceId, Links.SpanId, Links.Attributes)
    AS Array(Tuple(traceId String, spanId String, attributes Map(String, String)))) AS links
FROM otel_traces
WHERE TraceId = {traceId:String}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE TraceId = {traceId:String})
  AND (
    SpanId IN {spanIds:Array(String)}
    OR (
      SELECT uniqExact(SpanId, ServiceName)
      FROM otel_traces
      WHERE TraceId = {traceId:String}
        AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index WHERE TraceId = {traceId:String})
    ) <= {limit:UInt32}
  )
ORDER BY Timestamp, SpanId, ServiceName
LIMIT 1 BY SpanId, ServiceName
LIMIT {limit:UInt32}
