-- One row per request that a server answered, and per log record, of given traces, without what has a session id or is
-- an exception: the events of a session have those. Of each trace and kind the failed, slowest or most severe. Oldest
-- first, then by id.
--   traceIds  at most 100
--   perTrace  how many of each kind of a trace
--   chars     of a body: what is longer is cut
--   limit     1 to 10000
-- ofTrace: how many of its kind the trace has.
SELECT
  leftPad(lower(hex(id)), 16, '0') AS id,
  toString(toUnixTimestamp64Nano(at)) AS atNs,
  kind, service, route, name, traceId, spanId, parentSpanId,
  toString(lasted) AS durationNs,
  failed, status, severityNumber,
  toString(ofTrace) AS ofTrace
FROM (
  SELECT
    *,
    count() OVER (PARTITION BY traceId, kind) AS ofTrace,
    row_number() OVER (PARTITION BY traceId, kind
      ORDER BY failed DESC, severityNumber DESC, lasted DESC, at, id) AS place
  FROM (
    SELECT
      'span' AS kind, Id AS id, Timestamp AS at, ServiceName::String AS service, Route::String AS route,
      SpanName::String AS name,
      TraceId AS traceId, SpanId AS spanId, ParentSpanId AS parentSpanId, DurationNs AS lasted,
      Failed = 1 AS failed, HttpStatus AS status, 0::UInt8 AS severityNumber
    FROM otel_traces
    WHERE TraceId IN {traceIds:Array(String)} AND IsRoot AND SpanKind IN ('Server', 'Consumer') AND SessionId = ''
      AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (
        SELECT Bucket FROM trace_index
        WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
    LIMIT 1 BY id
    UNION ALL
    SELECT
      'log', Id AS id, Timestamp, ServiceName::String, '',
      coalesce(nullIf(substringUTF8({{log_message}}, 1, {chars:UInt32}), ''), EventName),
      TraceId, SpanId, '', 0, 0, 0, Severity::UInt8
    FROM otel_logs
    WHERE TraceId IN {traceIds:Array(String)} AND {{log_session}} = ''
      AND LogAttributes['exception.type'] = '' AND LogAttributes['exception.message'] = ''
      AND toStartOfFiveMinutes(Timestamp) GLOBAL IN (
        SELECT Bucket FROM trace_index
        WHERE Fact = '' AND Trace IN (SELECT sipHash64(arrayJoin({traceIds:Array(String)}))))
    ORDER BY Severity DESC
    LIMIT 1 BY id
  )
)
WHERE place <= {perTrace:UInt32}
ORDER BY at, id
LIMIT {limit:UInt32}
