-- One row per span of a trace: what its tree and its analysis need. In no order; a span that was delivered twice may be there twice.
--   traceId
--   spanId   a span to include in any case; '' for none
--   limit    1 to 1000000: of a larger trace the wanted span, roots and failures, then the oldest
SELECT
  SpanId AS spanId,
  ParentSpanId AS parentSpanId,
  ServiceName AS service,
  SpanName AS name,
  SpanKind AS kind,
  toString(toUnixTimestamp64Nano(Timestamp)) AS startNs,
  toString(DurationNs) AS durationNs,
  Failed AS failed,
  has(`Events.Name`, 'exception') OR (SpanId, ServiceName) GLOBAL IN (
    SELECT SpanId, ServiceName FROM exceptions WHERE TraceId = {traceId:String} AND SpanId != '') AS hasException,
  IsRoot AS isLocalRoot,
  IsBrowser AS isBrowser,
  HttpStatus AS httpStatus,
  -- Equal beginnings are one statement: no more is needed to tell those of a loop from others.
  substringUTF8({{span_db_statement}}, 1, 300) AS statement,
  -- Only where the name is no more than a method.
  match(SpanName, '^(HTTP )?[A-Z]{3,7}$') AS isMethod,
  if(isMethod, {{span_url}}, '') AS url,
  if(isMethod, {{span_method}}, '') AS method,
  if(isMethod, {{span_path}}, '') AS path,
  if(isMethod, {{span_host}}, '') AS host
FROM otel_traces
WHERE TraceId = {traceId:String}
  AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (SELECT Bucket FROM trace_index
    WHERE Fact = '' AND Trace = sipHash64({traceId:String}))
ORDER BY spanId = {spanId:String} OR isLocalRoot OR failed OR hasException DESC, Timestamp, spanId, service
LIMIT {limit:UInt32}
