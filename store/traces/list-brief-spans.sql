-- One row per span of those asked for, in no order: what notes about a whole trace need, without most of its attributes. A span that was
-- delivered twice may be there twice.
--   traceId
--   spanIds  at most 5000
--   limit    1 to 100000
SELECT
  SpanId AS spanId,
  ParentSpanId AS parentSpanId,
  ServiceName AS service,
  SpanName AS name,
  SpanKind AS kind,
  toString(toUnixTimestamp64Nano(Timestamp)) AS startNs,
  toString(DurationNs) AS durationNs,
  Failed AS failed,
  Operation AS operation,
  Route AS route,
  HttpStatus AS httpStatus,
  SessionId AS sessionId,
  IsRoot AS isLocalRoot,
  IsBrowser AS isBrowser,
  has(`Events.Name`, 'exception') AS hasException,
  Links.TraceId AS linkTraceIds,
  Links.SpanId AS linkSpanIds,
  {{span_user}} AS user,
  {{span_db_system}} AS dbSystem,
  -- Equal beginnings are one statement: no more is needed to tell those of a loop from others.
  substringUTF8({{span_db_statement}}, 1, 300) AS dbStatement,
  substringUTF8({{span_url}}, 1, 300) AS url,
  {{span_method}} AS method,
  substringUTF8({{span_path}}, 1, 300) AS path,
  {{span_host}} AS host
FROM otel_traces
WHERE TraceId = {traceId:String}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
    WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
  AND SpanId IN {spanIds:Array(String)}
LIMIT {limit:UInt32}
