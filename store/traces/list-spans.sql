-- One row per span of a trace, with all its data, in no order; a span that was delivered twice may be there twice. The
-- engine stops at the limit, so a result of `limit` rows may be incomplete.
--   traceId
--   spanIds  spans to read of a trace that is too large to read completely; empty for all
--   chars    maximum of a status message and of each attribute
--   limit    1 to 100000
SELECT
  SpanId AS spanId,
  ParentSpanId AS parentSpanId,
  ServiceName AS service,
  SpanName AS name,
  SpanKind AS kind,
  toString(toUnixTimestamp64Nano(Timestamp)) AS startNs,
  toString(if(Duration < 604800000000000, Duration, 0)) AS durationNs,
  StatusCode AS status,
  Failed AS failed,
  substringUTF8(StatusMessage, 1, {chars:UInt32}) AS statusMessage,
  TraceState AS traceState,
  ScopeName AS scopeName,
  ScopeVersion AS scopeVersion,
  Route AS route,
  HttpStatus AS httpStatus,
  if(IsRoot = 1, HttpStatus, toUInt16OrZero({{span_status}})) AS answer,
  SessionId AS sessionId,
  IsRoot AS isLocalRoot,
  IsBrowser AS isBrowser,
  arrayMap(at -> toString(toUnixTimestamp64Nano(at)), Events.Timestamp) AS eventAtNs,
  Events.Name AS eventNames,
  Links.TraceId AS linkTraceIds,
  Links.SpanId AS linkSpanIds,
  -- Span, resource, events and links at once: cutting each separately would take a fifth longer to plan.
  arrayMap(of -> mapApply((name, value) -> (name, substringUTF8(value, 1, {chars:UInt32})), of),
    arrayConcat([SpanAttributes, ResourceAttributes], Events.Attributes, Links.Attributes)) AS attributes
FROM otel_traces
WHERE TraceId = {traceId:String}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
    WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
  AND (empty({spanIds:Array(String)}) OR SpanId IN {spanIds:Array(String)})
LIMIT {limit:UInt32}
